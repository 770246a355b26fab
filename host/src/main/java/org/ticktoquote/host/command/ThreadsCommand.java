package org.ticktoquote.host.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.core.table.TextTable;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ThreadStat;
import org.ticktoquote.host.threads.ThreadStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code t2q threads}: what a plan would do to the threads of a process; nothing is touched. */
@Command(
        name = "threads",
        description = {
            "Shows the threads of a running process, where they may run and did run last, and where a plan would put them.",
            "",
            "Nothing is changed: t2q run --threads PLAN does that, for the time of the run."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  t2q threads 4711",
            "  t2q threads 4711 --plan bank.yaml     which rule takes which thread"
        })
public final class ThreadsCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID", description = "process of the application, of this user")
    private long pid;

    @Option(
            names = "--plan",
            paramLabel = "PLAN",
            defaultValue = "auto",
            description = "auto, unmanaged, or a YAML file; see docs/threads.md (default: ${DEFAULT-VALUE})")
    private String plan = "";

    @Override
    public Integer call() {
        ThreadChoice choice = ThreadChoice.of(plan);
        Topology machine = Topology.read(new LiveHost());
        Optional<String> objection =
                choice.planner().flatMap(planner -> planner.objection(machine, ThreadOwner.EVERYONE));
        ProcessFiles files = new ProcessFiles();
        List<FoundThread> threads = files.stats(pid)
                .map(stat -> FoundThread.of(ThreadOwner.APPLICATION, pid, stat))
                .toList();
        if (threads.isEmpty()) {
            throw Problem.ofFault("there is no process " + pid).refusal();
        }
        List<String> lines = new ArrayList<>();
        objection.ifPresent(reason -> lines.add("--plan " + plan + " cannot be had here: " + reason));
        lines.add("process " + pid + ": " + threads.size() + " threads; this machine: " + machine.words());
        choice.planner()
                .filter(planner -> objection.isEmpty())
                .ifPresentOrElse(
                        planner -> show(files, planner.place(machine, threads), planner.notes(machine), lines),
                        () -> show(files, unplaced(threads), List.of(), lines));
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
        out.flush();
        return (objection.isPresent() ? ExitStatus.ENVIRONMENT : ExitStatus.OK).code();
    }

    private static List<Placement> unplaced(List<FoundThread> threads) {
        return threads.stream()
                .map(thread -> new Placement(thread, "", CpuList.none()))
                .toList();
    }

    private static void show(ProcessFiles files, List<Placement> placements, List<String> notes, List<String> lines) {
        List<Row> rows =
                placements.stream().map(placement -> row(files, placement)).toList();
        lines.addAll(TextTable.lines(
                Table.of("tid", Column.all("name", "kind", "may run on", "ran", "would get", "rule"), rows)));
        lines.addAll(notes);
    }

    private static Row row(ProcessFiles files, Placement placement) {
        FoundThread thread = placement.thread();
        return Row.of(
                Long.toString(thread.tid()),
                "",
                List.of(
                        Cell.text(thread.name()),
                        Cell.text(thread.kind().word()),
                        Cell.text(files.status(thread.pid(), thread.tid())
                                .map(ThreadStatus::allowed)
                                .map(CpuList::toString)
                                .orElse("ended")),
                        Cell.number(files.stat(thread.pid(), thread.tid())
                                .map(ThreadStat::cpu)
                                .map(String::valueOf)
                                .orElse("")),
                        Cell.text(
                                placement.leftAlone()
                                        ? "unmanaged"
                                        : placement.cpus().toString()),
                        Cell.text(placement.rule())));
    }
}
