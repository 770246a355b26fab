package org.ticktoquote.host.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.host.command.ThreadsCommand.ManagedProcessCommand;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.manage.AffinityReplay;
import org.ticktoquote.host.manage.AffinityReplay.Audit;
import org.ticktoquote.host.manage.AffinityReplay.Entry;
import org.ticktoquote.host.manage.ManagedApplication;
import org.ticktoquote.host.manage.ThreadManager;
import org.ticktoquote.host.observe.GraphPage;
import org.ticktoquote.host.observe.ThreadObservation;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.plan.ManagedPlan;
import org.ticktoquote.host.plan.PlanRules;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code t2q threads}: observes, places, verifies and restores the threads of a running process. */
@Command(
        name = "threads",
        description = {
            "Plans, applies, verifies and restores CPUs of threads.",
            "t2q run --threads PLAN applies a plan for one run."
        },
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ThreadsPlanCommand.class,
            ThreadsCommand.Explain.class,
            ThreadsCommand.ThreadsObserveCommand.class,
            ThreadsApplyCommand.class,
            ThreadsCommand.Verify.class,
            ThreadsCommand.Restore.class,
            ThreadsCommand.VerifyLog.class
        },
        footer = {
            "",
            "Examples:",
            "  t2q threads plan graph.json --out plan.yaml        predict, without changes",
            "  t2q threads apply bank.yaml --pid 4711 --dry-run   which rule matches which thread",
            "  t2q threads apply bank.yaml --pid 4711             until Ctrl-C",
            "  t2q threads restore --pid 4711                     after a crash of t2q"
        })
public final class ThreadsCommand extends Subcommand {
    @Override
    public Integer call() {
        throw new ParameterException(
                commandLine(), "a command is missing: plan, explain, observe, apply, verify, restore or verify-log");
    }

    /** Base class of the commands on one process, given as {@code --pid}. */
    abstract static class ManagedProcessCommand extends Subcommand {
        final Host host = new LiveHost();
        final ProcessFiles files = new ProcessFiles();

        @Option(
                names = "--pid",
                required = true,
                paramLabel = "PID",
                description = "process id of the application; requires its user or root")
        private long pid;

        /** Returns the process. Rejects the id of a missing process. */
        final ManagedApplication application() {
            return ManagedApplication.of(host, files, pid);
        }

        final int perform(Function<ThreadManager, ExitStatus> action) {
            return action.apply(manager(application())).code();
        }

        final ThreadManager manager(ManagedApplication application) {
            return new ThreadManager(host, application, files, this::printEscaped);
        }

        /** Returns the processes that have or had this id since the boot, and for which a plan is in force. */
        final List<ManagedApplication> inForce() {
            return ManagedApplication.inForce(host, each -> each == pid);
        }
    }

    /** {@code t2q threads explain}: explains why a thread has its CPUs. */
    @Command(
            name = "explain",
            description = {
                "Explains why a plan assigns its CPUs to a thread.",
                "Reads the reasons from a plan file, or makes a plan for this host from a thread graph."
            },
            sortOptions = false,
            footer = {"", "Examples:", "  t2q threads explain plan.yaml pricing-3"})
    static final class Explain extends Subcommand {
        @Parameters(index = "0", paramLabel = "PLAN|GRAPH", description = "plan (.yaml) or thread graph (.json)")
        private Path file = Path.of("");

        @Parameters(index = "1", paramLabel = "THREAD", description = "name of a thread of the application")
        private String thread = "";

        @Override
        public Integer call() {
            Host host = new LiveHost();
            String sentence;
            if (file.toString().endsWith(".json")) {
                try (Progress progress = Progress.onStandardError()) {
                    ThreadGraph graph = ThreadGraph.read(file, CpuTopology.read(host));
                    sentence = ManagedPlan.make(graph, host, progress::update).explain(thread);
                }
            } else {
                ThreadChoice plan = ThreadChoice.ofPlan(file.toString(), YamlFile.text(file));
                sentence = PlanRules.explain(plan, UsableCpus.read(host), thread);
            }
            return print(sentence);
        }
    }

    /** {@code t2q threads verify}: compares masks with the plan in force. */
    @Command(
            name = "verify",
            description = {
                "Compares the threads of a process with the plan applied last.",
                "Changes nothing. Ends with status 4 if a thread is not on its CPUs."
            },
            sortOptions = false,
            footer = {"", "Examples:", "  t2q threads verify --pid 4711"})
    static final class Verify extends ManagedProcessCommand {
        @Override
        public Integer call() {
            return perform(ThreadManager::verify);
        }
    }

    /** {@code t2q threads restore}: restores the masks that threads had before a plan. */
    @Command(
            name = "restore",
            description = {
                "Restores the CPUs that threads had before t2q threads apply.",
                "For processes after a kill of t2q, or after --keep. Of an ended process, restores moved "
                        + "interrupts. Masks changed since by another process are kept and reported "
                        + "with status 6."
            },
            sortOptions = false,
            footer = {"", "Examples:", "  t2q threads restore --pid 4711"})
    static final class Restore extends ManagedProcessCommand {
        @Override
        public Integer call() {
            List<ManagedApplication> inForce = inForce();
            if (inForce.isEmpty()) {
                return perform(ThreadManager::restore);
            }
            return inForce.stream()
                    .map(each -> manager(each).restore().code())
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** {@code t2q threads verify-log}: checks and replays a log of calls. */
    @Command(
            name = "verify-log",
            description = {
                "Verifies the hash chain of a log of t2q threads apply.",
                "Prints the final masks. Includes the logs of earlier plans, LOG.1 and so on, "
                        + "unless one of these is given. Ends with status 5 and the line of a changed "
                        + "byte. A truncated last line, left by a kill, is accepted."
            },
            sortOptions = false,
            footer = {"", "Examples:", "  t2q threads verify-log 4711-81234-5e0c1f2a.jsonl"})
    static final class VerifyLog extends Subcommand {
        @Parameters(paramLabel = "LOG", description = "log file reported by t2q threads apply")
        private Path log = Path.of("");

        @Override
        public Integer call() {
            Audit audit = AffinityReplay.readAll(log);
            AffinityReplay replay = audit.latest();
            List<String> lines = new ArrayList<>();
            lines.add(log + ": " + (audit.files() == 1 ? "" : audit.files() + " files, ") + audit.lines()
                    + " lines, all intact; " + audit.calls() + " calls; plan "
                    + replay.plan().path("plan").asText("none") + " of process "
                    + replay.plan().path("pid").asText("unknown") + (replay.inForce() ? " in force" : " not in force"));
            if (replay.isTruncated()) {
                lines.add("the last line is incomplete, as after a kill, and was ignored");
            }
            List<Row> rows =
                    replay.entries().stream().map(entry -> row(replay, entry)).toList();
            if (!rows.isEmpty()) {
                TextTable.lines(Table.of("id", Column.all("what", "name", "before", "now"), rows))
                        .forEach(line -> lines.add(TerminalText.line(line)));
            }
            return print(lines);
        }

        private static Row row(AffinityReplay replay, Entry entry) {
            String foreign = replay.foreign(entry);
            return Row.of(
                    Long.toString(entry.id()),
                    "",
                    List.of(
                            Cell.text(entry.object()),
                            Cell.text(entry.name()),
                            Cell.text(entry.original().isEmpty() ? "unknown" : entry.original()),
                            Cell.text(
                                    foreign.isEmpty()
                                            ? String.join(" or ", entry.masks())
                                            : foreign + " by another process")));
        }
    }

    /** {@code t2q threads observe}: wake-ups between the threads of a running process. */
    @Command(
            name = "observe",
            description = {
                "Observes wake-ups and loads of the threads of a process.",
                "Also observes the network between application and t2q. Needs no options of the process. "
                        + "Root uses kernel counters; other users use Flight Recorder, whose start and stop pause "
                        + "all threads for about 30 ms: use it before or during a warm-up only."
            },
            sortOptions = false,
            footer = {
                "",
                "Examples:",
                "  sudo t2q threads observe 4711 --out graph.json --html graph.html",
                "  t2q threads observe 4711 --source jfr --seconds 30"
            })
    static final class ThreadsObserveCommand extends Subcommand {
        private static final int MAX_S = 3600;

        @Parameters(
                paramLabel = "PID|RUN",
                description =
                        "process id of the application (requires its user or root), or run directory on this host")
        private String process = "";

        @Option(
                names = "--seconds",
                paramLabel = "N",
                defaultValue = "10",
                description = "duration, in seconds (default: ${DEFAULT-VALUE})")
        private int seconds;

        @Option(
                names = "--source",
                paramLabel = "SOURCE",
                defaultValue = "best",
                description = "kernel, jfr or best: kernel if available (default: ${DEFAULT-VALUE})")
        private ThreadObservation.Choice source = ThreadObservation.Choice.BEST;

        @Option(names = "--out", paramLabel = "FILE", description = "write the graph, for t2q threads plan")
        private @Nullable Path out;

        @Option(
                names = "--html",
                paramLabel = "FILE",
                description = "also write a page with a diagram, one offline file")
        private @Nullable Path html;

        @Override
        public Integer call() {
            if (seconds < 1 || seconds > MAX_S) {
                throw Problem.of("--seconds")
                        .value(seconds)
                        .expected("1.." + MAX_S)
                        .exception();
            }
            Host host = new LiveHost();
            ProcessFiles files = new ProcessFiles();
            ManagedApplication application = ManagedApplication.of(host, files, pid(files));
            AtomicBoolean ended = new AtomicBoolean();
            try (@Nullable OutputFile file = OutputFile.claimIfGiven(out);
                    @Nullable OutputFile page = OutputFile.claimIfGiven(html)) {
                return InterruptHook.during(() -> ended.set(true), Progress.onStandardError(), () -> {
                            ThreadObservation found = ThreadObservation.of(
                                    host, application.pid(), seconds, source, this::print, () -> !ended.get());
                            if (!ended.get()) {
                                show(found, file, page);
                            }
                            return ExitStatus.OK;
                        })
                        .code();
            }
        }

        /** Returns the process to observe: for a run with several application processes, the one with the most threads. */
        private long pid(ProcessFiles files) {
            if (process.matches("\\d{1,10}")) {
                return Long.parseLong(process);
            }
            Path manifest = UserPath.folder(Path.of(process)).resolve("run.json");
            return RunManifest.read(UserPath.input(manifest)).observed().processes().stream()
                    .filter(each ->
                            each.role().equals(Role.APPLICATION) && each.end().equals(ProcessEnd.RUNNING))
                    .flatMap(each -> files.processesOfGroup(each.pid()).stream())
                    .max(Comparator.comparingInt(files::taskLinks))
                    .orElseThrow(() -> Problem.ofValue(process)
                            .fault("has no application running on this host")
                            .exception());
        }

        private void show(ThreadObservation found, @Nullable OutputFile file, @Nullable OutputFile page) {
            Report shown = new GraphPage(found).page();
            shown.lines().forEach(this::printEscaped);
            if (file != null) {
                file.write(found.graph().json());
            }
            if (page != null) {
                shown.write(page);
            }
        }
    }
}
