package org.ticktoquote.host.command;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.host.command.ThreadsCommand.ManagedProcessCommand;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.manage.ManagedApplication;
import org.ticktoquote.host.manage.ThreadManager;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStatus;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q threads apply}: applies a plan to the threads of a running process, or shows the result without changes. */
@Command(
        name = "apply",
        description = {
            "Applies a plan to all threads of a running process, including threads started later.",
            "Runs until Ctrl-C or the end of the process, and then restores all masks. "
                    + "Every affinity change is logged. The original masks are saved before "
                    + "the first change, so that t2q threads restore also works after a crash."
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  t2q threads apply bank.yaml --pid 4711 --dry-run   which rule matches which thread",
            "  t2q threads apply auto --pid 4711",
            "  sudo t2q threads apply bank.yaml --pid 4711 --interrupts 0-1"
        })
final class ThreadsApplyCommand extends ManagedProcessCommand {
    @Parameters(
            paramLabel = "PLAN",
            description = "auto, unmanaged (with --dry-run), or a YAML file; see docs/threads.md")
    private String plan = "";

    @Option(
            names = "--dry-run",
            description =
                    "print the threads and their planned CPUs without changes; does not check CPU load or JVM options")
    private boolean dryRun;

    @Option(names = "--keep", description = "keep the masks at the end; undo later with t2q threads restore")
    private boolean keep;

    @Option(
            names = "--interrupts",
            paramLabel = "CPUS",
            description = "also move device interrupts to these CPUs, as in 0-1; needs root")
    private @Nullable String interrupts;

    @Override
    public Integer call() {
        ThreadChoice choice = ThreadChoice.of(plan);
        if (choice.isToBeMade() || !dryRun && !choice.managed()) {
            throw Problem.ofValue(plan).expected("auto or a file").exception();
        }
        ManagedApplication application = application();
        CpuList devices = interrupts == null ? CpuList.none() : interruptCpus(interrupts);
        if (dryRun) {
            return show(choice, application);
        }
        AtomicBoolean ended = new AtomicBoolean();
        return InterruptHook.during(
                        () -> ended.set(true),
                        Progress.onStandardError(),
                        () -> new ThreadManager(host, application, files, this::printEscaped)
                                .apply(choice, devices, keep, ended::get))
                .code();
    }

    private static CpuList interruptCpus(String text) {
        try {
            return CpuList.parseStrictly(text);
        } catch (IllegalArgumentException notOne) {
            throw Problem.of("--interrupts")
                    .value(text)
                    .expected("a set of CPUs, as in 0-1")
                    .exception(notOne);
        }
    }

    private Integer show(ThreadChoice choice, ManagedApplication application) {
        UsableCpus machine = UsableCpus.read(host, application.pid());
        List<FoundThread> threads = application.threads(files);
        Optional<String> objection = choice.planner().flatMap(planner -> planner.problem(machine, ThreadOwner.ALL));
        Optional<ThreadPlanner> planner = choice.planner().filter(any -> objection.isEmpty());
        objection.ifPresent(reason -> printEscaped(plan + " cannot be applied: " + reason));
        printEscaped("process " + application.pid() + ": " + threads.size() + " threads; this machine: "
                + machine.description());
        List<Placement> placements = planner.map(each -> each.place(machine, threads))
                .orElseGet(() -> threads.stream()
                        .map(thread -> new Placement(thread, "", CpuList.none()))
                        .toList());
        List<Row> rows = placements.stream().map(this::row).toList();
        TextTable.lines(Table.of("tid", Column.all("name", "kind", "may run on", "ran", "would get", "rule"), rows))
                .forEach(this::printEscaped);
        planner.ifPresent(each -> {
            each.notes(machine).forEach(this::printEscaped);
            ThreadManager.unused(each, placements).forEach(this::printEscaped);
        });
        Optional<String> nothing = planner.flatMap(each -> ThreadManager.emptyPlan(application.pid(), placements));
        nothing.ifPresent(reason -> printEscaped(plan + " cannot be applied: " + reason));
        return (objection.isPresent() || nothing.isPresent() ? ExitStatus.ENVIRONMENT : ExitStatus.OK).code();
    }

    private Row row(Placement placement) {
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
