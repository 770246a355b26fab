package org.ticktoquote.host.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.command.PingpongCommand.LocalServer;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.pingpong.PingpongRun;
import org.ticktoquote.host.pingpong.PingpongRun.ReceiveMode;
import org.ticktoquote.host.pingpong.PingpongRun.Transport;
import org.ticktoquote.host.plan.PlanMaker;
import org.ticktoquote.host.plan.PlanModel;
import org.ticktoquote.host.plan.ThreadPlan;
import org.ticktoquote.host.search.PlacementSearch;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.NamePattern;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;
import org.ticktoquote.host.topology.HandOffCosts;
import org.ticktoquote.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q threads plan}: makes a plan from a thread graph and predicts its latencies. Changes no masks. */
@Command(
        name = "plan",
        description = {
            "Makes a plan of CPU sets from a thread graph.",
            "Predicts latencies unmanaged, with auto and with the plan. Refuses a plan "
                    + "predicted to be slower than unmanaged. Writes only the files given."
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  t2q threads plan graph.json --out plan.yaml --html plan.html",
            "  t2q threads plan graph.json --topology 4x8x2:ring --pin 'fix-*=2-3'"
        })
final class ThreadsPlanCommand extends Subcommand {
    private static final long PING_WARM_UP_NS = 200_000_000L;
    private static final long PING_DURATION_NS = 500_000_000L;
    private static final long PING_TIMEOUT_NS = 1_000_000_000L;
    private static final int PING_BYTES = 64;

    @Parameters(paramLabel = "GRAPH", description = "thread graph, written by t2q threads observe or by hand")
    private Path graph = Path.of("");

    @Option(
            names = "--topology",
            paramLabel = "MACHINE",
            defaultValue = CpuTopology.HERE,
            description =
                    "HERE, XML of lstopo, or SOCKETSxCORESxTHREADS[:ring|:mesh|:line] (default: ${DEFAULT-VALUE})")
    private String topology = "";

    @Option(names = "--costs", paramLabel = "FILE", description = "YAML file of hand-off costs by distance")
    private @Nullable Path costs;

    @Option(names = "--calibrate", description = "measure hand-off costs on this host first; takes some seconds")
    private boolean calibrate;

    @Option(
            names = "--pin",
            paramLabel = "NAME=CPUS",
            description = "CPUs of the threads that match a pattern, as in 'fix-*=2-3'; repeatable")
    private List<String> pins = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "seed of search and prediction")
    private long seed;

    @Option(
            names = "--moves",
            paramLabel = "N",
            defaultValue = "16000000",
            description = "number of moves of the search; also lengthens simulations (default: ${DEFAULT-VALUE})")
    private long moves;

    @Option(names = "--out", paramLabel = "FILE", description = "write the plan, for --threads and t2q threads apply")
    private @Nullable Path out;

    @Option(names = "--script", paramLabel = "FILE", description = "also write a shell script of taskset or cset calls")
    private @Nullable Path script;

    @Option(names = "--html", paramLabel = "FILE", description = "also write a page with a diagram, one offline file")
    private @Nullable Path html;

    @Override
    public Integer call() {
        PlanModel model = model();
        if (Stream.of(out, script, html).anyMatch(this::isGraph)) {
            throw Problem.ofValue(graph)
                    .expected("an output file other than the graph")
                    .exception();
        }
        try (@Nullable OutputFile plan = OutputFile.claimIfGiven(out);
                @Nullable OutputFile shell = OutputFile.claimIfGiven(script);
                @Nullable OutputFile page = OutputFile.claimIfGiven(html)) {
            ThreadPlan made = make(model);
            Report shown = ThreadPlan.page(made);
            print(shown.lines());
            if (page != null) {
                shown.write(page);
            }
            Optional<String> objection = made.problem();
            if (objection.isPresent()) {
                throw Problem.ofFault(objection.get()).exception(ExitStatus.ENVIRONMENT);
            }
            if (plan != null) {
                plan.write(made.yaml());
            }
            if (shell != null) {
                shell.write(ThreadPlan.script(made, String.valueOf(script)));
            }
        }
        return ExitStatus.OK.code();
    }

    private boolean isGraph(@Nullable Path file) {
        return file != null && FileAccess.read(graph, () -> Files.exists(file) && Files.isSameFile(graph, file));
    }

    /** Shows progress, since a graph of thousands of threads takes minutes. */
    private ThreadPlan make(PlanModel model) {
        try (Progress progress = Progress.onStandardError()) {
            return new PlanMaker(model, search()).make(progress::update);
        }
    }

    private PlanModel model() {
        boolean here = topology.equals(CpuTopology.HERE);
        if (calibrate && (costs != null || !here)) {
            throw Problem.of("--calibrate")
                    .expected("neither --costs nor another --topology than " + CpuTopology.HERE)
                    .exception();
        }
        CpuTopology machine = ProblemException.under("--topology", () -> CpuTopology.of(topology, new LiveHost()));
        return new PlanModel(pinned(ThreadGraph.read(graph, machine)), machine, costs(machine));
    }

    private PlacementSearch search() {
        if (moves < 1) {
            throw Problem.of("--moves").value(moves).expected("1 or more").exception();
        }
        return new PlacementSearch(seed, moves);
    }

    private HandOffCosts costs(CpuTopology machine) {
        if (calibrate) {
            return calibrated(machine);
        }
        return costs == null ? HandOffCosts.TYPICAL : HandOffCosts.read(costs);
    }

    private ThreadGraph pinned(ThreadGraph read) {
        List<ThreadNode> threads = new ArrayList<>(read.threads());
        for (String pin : pins) {
            int sign = pin.lastIndexOf('=');
            if (sign < 1) {
                throw pin(pin);
            }
            CpuList cpus = cpus(pin, sign);
            NamePattern names = ProblemException.under("--pin", () -> NamePattern.of(pin.substring(0, sign)));
            if (threads.stream().noneMatch(thread -> names.matches(thread.name()))) {
                throw pin(pin);
            }
            threads.replaceAll(thread -> names.matches(thread.name()) ? thread.pinnedTo(cpus) : thread);
        }
        return new ThreadGraph(read.sources(), read.isolated(), threads, read.edges(), read.adapters());
    }

    private static CpuList cpus(String pin, int sign) {
        try {
            return CpuList.parseStrictly(pin.substring(sign + 1));
        } catch (IllegalArgumentException notOne) {
            throw pin(pin);
        }
    }

    private static ProblemException pin(String pin) {
        return Problem.of("--pin")
                .value(pin)
                .expected("a pattern that matches threads of the graph, = and CPUs, as in 'fix-*=2-3'")
                .exception();
    }

    /**
     * Measures the costs of hand-offs on this machine with a ping-pong over the loopback interface, between one pair of CPUs
     * per distance.
     *
     * <p>The network stack costs the same at every distance. The cost of a distance is therefore that of a typical hand-off
     * on one CPU, plus the difference between half round trips at this distance and on one CPU.
     */
    private static HandOffCosts calibrated(CpuTopology machine) {
        CpuPosition first = machine.positions().get(0);
        double sameNs = halfRoundTripNs(first, first);
        HandOffCosts typical = HandOffCosts.TYPICAL;
        long sibling = cost(machine, sameNs, (a, b) -> a.core() == b.core(), typical.siblingNs());
        long llc = cost(machine, sameNs, (a, b) -> a.core() != b.core() && a.llc() == b.llc(), typical.llcNs());
        long node = cost(
                machine, sameNs, (a, b) -> a.llc() != b.llc() && a.node() == b.node(), Math.max(llc, typical.nodeNs()));
        long hop =
                cost(machine, sameNs, (a, b) -> machine.hops(a.node(), b.node()) == 1, Math.max(node, typical.hopNs()));
        long two = cost(machine, sameNs, (a, b) -> machine.hops(a.node(), b.node()) == 2, hop + typical.furtherHopNs());
        return new HandOffCosts(typical.sameCpuNs(), sibling, llc, node, hop, Math.max(0, two - hop));
    }

    /** @param sameNs half a round trip on one CPU */
    private static long cost(
            CpuTopology machine, double sameNs, BiPredicate<CpuPosition, CpuPosition> distance, long otherwise) {
        for (CpuPosition from : machine.positions()) {
            Optional<CpuPosition> to = machine.positions().stream()
                    .filter(cpu -> cpu.cpu() != from.cpu() && distance.test(from, cpu))
                    .findFirst();
            if (to.isPresent()) {
                double longer = Math.max(0, halfRoundTripNs(from, to.get()) - sameNs);
                return Math.round(HandOffCosts.TYPICAL.sameCpuNs() + longer);
            }
        }
        return otherwise;
    }

    private static double halfRoundTripNs(CpuPosition client, CpuPosition server) {
        List<String> options =
                List.of("--transport", "UDP", "--receive", "blocking", "--cpu", String.valueOf(server.cpu()));
        try (LocalServer echo = LocalServer.start(options);
                Progress progress = Progress.onStandardError()) {
            @Nullable
            Long median = new PingpongRun(
                            Transport.UDP,
                            echo.address(),
                            ReceiveMode.BLOCKING,
                            List.of(PING_BYTES),
                            0,
                            PING_WARM_UP_NS,
                            PING_DURATION_NS,
                            PING_TIMEOUT_NS,
                            client.cpu())
                    .run(null, progress)
                    .passes()
                    .get(0)
                    .roundTripNs()
                    .percentiles()
                    .values()
                    .iterator()
                    .next()
                    .high();
            return median == null ? 0 : median / 2.0;
        }
    }
}
