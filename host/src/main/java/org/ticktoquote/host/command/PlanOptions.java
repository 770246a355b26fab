package org.ticktoquote.host.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.plan.PlanMaker;
import org.ticktoquote.host.plan.PlanModel;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.CpuSetText;
import org.ticktoquote.host.threads.NamePattern;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Everything that decides a plan. */
final class PlanOptions {
    @Parameters(paramLabel = "GRAPH", description = "thread graph, of t2q threads observe or written by hand")
    private Path graph = Path.of("");

    @Option(
            names = "--topology",
            paramLabel = "MACHINE",
            defaultValue = CpuTopology.HERE,
            description =
                    "HERE, XML of lstopo, or SOCKETSxCORESxTHREADS[:ring|:mesh|:line] (default: ${DEFAULT-VALUE})")
    private String topology = "";

    @Option(names = "--costs", paramLabel = "FILE", description = "costs of hand-offs by distance, as YAML")
    private @Nullable Path costs;

    @Option(names = "--calibrate", description = "measure the costs of hand-offs here first; takes some seconds")
    private boolean calibrate;

    @Option(
            names = "--pin",
            paramLabel = "NAME=CPUS",
            description = "threads that a pattern matches get these CPUs, as in 'fix-*=2-3'; may be repeated")
    private List<String> pins = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "of search and prediction")
    private long seed;

    @Option(
            names = "--moves",
            paramLabel = "N",
            defaultValue = "16000000",
            description = "of the search; simulations are longer with it (default: ${DEFAULT-VALUE})")
    private long moves;

    PlanModel model() {
        boolean here = topology.equals(CpuTopology.HERE);
        if (calibrate && (costs != null || !here)) {
            throw Problem.of("--calibrate")
                    .expected("neither --costs nor another --topology than " + CpuTopology.HERE)
                    .refusal();
        }
        ThreadGraph read = pinned(ThreadGraph.read(graph));
        CpuTopology machine = machine();
        return new PlanModel(read, machine, costs(machine));
    }

    PlanMaker.Effort effort() {
        if (moves < 1) {
            throw Problem.of("--moves").value(moves).expected("1 or more").refusal();
        }
        return new PlanMaker.Effort(seed, moves);
    }

    private CpuTopology machine() {
        try {
            return CpuTopology.of(topology, new LiveHost());
        } catch (Refusal refusal) {
            throw new Refusal(
                    refusal.status(),
                    refusal.problems().stream()
                            .map(each -> each.under("--topology"))
                            .toList());
        }
    }

    private HandOffCosts costs(CpuTopology machine) {
        if (calibrate) {
            return Calibration.measure(machine);
        }
        return costs == null ? HandOffCosts.TYPICAL : HandOffCosts.read(costs);
    }

    private ThreadGraph pinned(ThreadGraph read) {
        List<ThreadNode> threads = new ArrayList<>(read.threads());
        for (String pin : pins) {
            int sign = pin.lastIndexOf('=');
            int matched = 0;
            for (int i = 0; sign > 0 && i < threads.size(); i++) {
                ThreadNode thread = threads.get(i);
                if (NamePattern.of(pin.substring(0, sign)).matches(thread.name())) {
                    threads.set(i, thread.pinnedTo(cpus(pin, sign)));
                    matched++;
                }
            }
            if (matched == 0) {
                throw pin(pin);
            }
        }
        return new ThreadGraph(read.sources(), read.isolated(), threads, read.edges(), read.adapters());
    }

    private static CpuList cpus(String pin, int sign) {
        try {
            return CpuSetText.parse(pin.substring(sign + 1));
        } catch (IllegalArgumentException notOne) {
            throw pin(pin);
        }
    }

    private static Refusal pin(String pin) {
        return Problem.of("--pin")
                .value(pin)
                .expected("a pattern that matches threads of the graph, = and CPUs, as in 'fix-*=2-3'")
                .refusal();
    }
}
