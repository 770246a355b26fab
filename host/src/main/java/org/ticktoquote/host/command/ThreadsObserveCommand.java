package org.ticktoquote.host.command;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.host.manage.ManagedApplication;
import org.ticktoquote.host.observe.GraphPage;
import org.ticktoquote.host.observe.ThreadObservation;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q threads observe}: wake-ups between the threads of a running process. */
@Command(
        name = "observe",
        description = {
            "Observes wake-ups and loads of the threads of a process.",
            "Also observes the network between application and t2q. Needs no options of the process. "
                    + "Root uses kernel counters; other users use Flight Recorder, whose start and stop pause "
                    + "all threads for about 30 ms: use it before or during a warm-up only."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  sudo t2q threads observe 4711 --out graph.json --html graph.html",
            "  t2q threads observe 4711 --source jfr --seconds 30"
        })
final class ThreadsObserveCommand extends Subcommand {
    private static final int MAX_S = 3600;

    @Parameters(
            paramLabel = "PID|RUN",
            description = "process id of the application (requires its user or root), or run directory on this host")
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

    @Option(names = "--html", paramLabel = "FILE", description = "also write a page with a diagram, one offline file")
    private @Nullable Path html;

    @Override
    public Integer call() {
        if (seconds < 1 || seconds > MAX_S) {
            throw Problem.of("--seconds").value(seconds).expected("1.." + MAX_S).exception();
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
