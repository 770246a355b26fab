package org.ticktoquote.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.command.LevelOptions;
import org.ticktoquote.analysis.command.RunResult;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.comparison.stored.LatestLink;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.run.CapturedRun;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunOutputDirectory;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.harness.share.NullResponder;
import org.ticktoquote.harness.share.ShareCache;
import org.ticktoquote.host.process.ProcessGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q run}: executes one run, from a recording to percentile curves, or all runs of a matrix. */
@Command(
        name = "run",
        description = {
            "Measures tick-to-quote latency of an application in a replay.",
            "With MATRIX, makes all runs of a test matrix. Without options, the built-in "
                    + "application prices 15 pairs for 25 sessions from 35 s of a generated payroll hour."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "",
            "Examples:",
            "  t2q run --app '{java} -jar my-app.jar --md {feed} --fix {fixPort}' --id-tag 299",
            "  t2q run --window T0-10s..T0+60s --slo 'p99.9 in any 10 s < 5 ms'",
            "  t2q run mine.yaml                  a matrix; to write one: t2q matrix show pv > mine.yaml"
        })
@OptionGroup(
        value = "Result",
        common = {"--out", "--harness-share", "--verbose"})
public final class RunCommand extends Subcommand {
    @Mixin
    private final RunSettings settings = new RunSettings();

    @Mixin
    private final ThreadOptions threads = new ThreadOptions();

    @Mixin
    private final YearOptions year = new YearOptions();

    @Mixin
    private final LevelOptions levels = new LevelOptions();

    @Mixin
    private final MatrixOptions matrix = new MatrixOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "output directory, new or empty (default: results/TIME-run)")
    private @Nullable Path out;

    @Option(
            names = "--pcap",
            split = ",",
            paramLabel = "FILE",
            description = "captures of this run made by other tools, read after the "
                    + "run, for latencies on the wire; see docs/wire.md")
    private List<Path> pcap = List.of();

    @Option(
            names = "--harness-share",
            description = "first measure the harness's own latency, about a minute; kept for later runs")
    private boolean harnessShare;

    @Option(names = "--verbose", description = RunResult.VERBOSE)
    private boolean verbose;

    @Override
    public Integer call() {
        return matrix.isGiven()
                ? matrix.run(commandLine(), out, settings.application().jvms()).code()
                : runOnce().code();
    }

    private ExitStatus runOnce() {
        // files that do not exist can be written during the run
        pcap.stream()
                .filter(file -> Files.exists(file) || file.toString().equals("-"))
                .forEach(UserPath::regularInput);
        RunOutputDirectory folder = RunOutputDirectory.at(out == null ? defaultDirectory() : out);
        RunPlan plan = settings.plan(folder.directory()).with(threads.choice()).with(year.hours());
        levels.levels(); // reports invalid levels before anything is created
        if (harnessShare && !plan.hosts().local()) {
            throw Problem.of("--harness-share")
                    .expected("no --hosts (it is measured on this host only)")
                    .exception();
        }
        if (harnessShare && !plan.input().plugins().isEmpty()) {
            throw Problem.of("--harness-share")
                    .expected("no Aeron and no --plugin (the built-in application reads only t2q's own feeds)")
                    .exception();
        }
        ProcessGroup.requireSignals();
        Preflight preflight = new Preflight(plan);
        plan.warnings().forEach(this::warn);
        preflight.application();
        settings.provideRecording();
        ReplayerProtocol.Checked input = preflight.input();
        input.warnings().forEach(this::warn);
        preflight.room(input);
        folder.create();
        Progress progress = Progress.onStandardError();
        RunSequence runs = new RunSequence(progress);
        return InterruptHook.during(runs::interrupt, progress, () -> measure(plan, folder, runs, progress));
    }

    private ExitStatus measure(RunPlan plan, RunOutputDirectory claimed, RunSequence runs, Progress progress) {
        try (RunOutputDirectory folder = claimed) {
            Optional<NullResponder.Measured> share =
                    harnessShare ? measureShare(plan, folder, runs, progress) : Optional.empty();
            Run.Outcome outcome = execute(plan, folder, runs);
            ShareCache.provide(plan, outcome, share).ifPresent(progress::stage);
            if (outcome.measured()) {
                LatestLink.point(folder.directory().path());
            }
            Optional<ProblemException> refused =
                    outcome.measured() ? join(plan, folder.directory(), runs, progress) : Optional.empty();
            ExitStatus status = derive(outcome, folder, progress);
            settings.kept().apply(folder.directory());
            refused.ifPresent(refusal -> {
                String why = refusal.status() == ExitStatus.INTERRUPTED
                        ? CapturedRun.INTERRUPTED
                        : String.valueOf(refusal.getMessage());
                throw Problem.ofFault(why
                                + "; the report is without it. To add a capture: t2q wire CAPTURE --join "
                                + folder.directory().path())
                        .exception(refusal.status(), refusal);
            });
            return status;
        }
    }

    /** Adds the captures of {@code --pcap} to a run. Returns why they cannot be used, if so. */
    private Optional<ProblemException> join(RunPlan plan, RunDirectory run, RunSequence runs, Progress progress) {
        if (pcap.isEmpty()) {
            return Optional.empty();
        }
        try {
            pcap.forEach(UserPath::regularInput);
            new CapturedRun(
                            run,
                            RunManifest.read(run.manifest()),
                            plan.sessions().template(),
                            progress)
                    .make(pcap, Optional.empty(), runs::interrupted);
            return Optional.empty();
        } catch (ProblemException refusal) {
            return Optional.of(refusal);
        }
    }

    private ExitStatus derive(Run.Outcome outcome, RunOutputDirectory folder, Progress progress) {
        if (!outcome.measured()) {
            throw Problem.ofFault(outcome.cause() + "; nothing was measured").exception(outcome.status());
        }
        if (!outcome.cause().isEmpty()) {
            progress.stage(outcome.cause());
        }
        outcome.manifest().stream()
                .flatMap(manifest -> manifest.observed().processes().stream())
                .filter(end -> end.end().equals(ProcessEnd.HUNG))
                .forEach(end -> progress.stage(Role.describe(end.role()) + " " + end.cause() + " and was killed"));
        return new RunResult(folder.directory(), output(), verbose).derive(progress, Workers.ofProcessors());
    }

    /** Executes the run, and removes its directory if nothing was measured. */
    private Run.Outcome execute(RunPlan plan, RunOutputDirectory folder, RunSequence runs) {
        try {
            RequestedLevels.write(folder.directory(), plan.identity(), levels.levels());
            Run.Outcome outcome = runs.execute(plan);
            if (!outcome.measured()) {
                folder.removeUnmeasured(settings.writesJvmFiles(), !outcome.causeIsComplete());
            }
            return outcome;
        } catch (ProblemException refusal) {
            folder.removeUnmeasured(settings.writesJvmFiles(), false);
            if (!folder.measured()) {
                throw refusal;
            }
            throw Problem.ofFault(refusal.getMessage() + "; the measured data is kept. To analyse it after fixing the"
                            + " cause: t2q analyze " + folder.directory().path())
                    .exception(refusal.status(), refusal);
        }
    }

    /** Measures the harness share. The run continues without it if the figure cannot be used. */
    private Optional<NullResponder.Measured> measureShare(
            RunPlan plan, RunOutputDirectory folder, RunSequence runs, Progress progress) {
        RunPlan share = NullResponder.plan(plan);
        progress.stage("measuring the harness share: the same load with immediate answers");
        NullResponder.Measured measured;
        try (RunOutputDirectory unused =
                RunOutputDirectory.at(share.directory().path()).create()) {
            measured = NullResponder.figures(runs.execute(share), share);
        } catch (ProblemException refusal) {
            folder.removeUnmeasured(settings.writesJvmFiles(), false);
            throw refusal;
        }
        if (!measured.usable()) {
            progress.stage("harness share unknown: " + measured.unusableReason());
        }
        progress.stage("starting the run");
        return Optional.of(measured).filter(NullResponder.Measured::usable);
    }

    /** Returns the current UTC time in the format of directory names. */
    public static String time() {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HHmmss").format(LocalDateTime.now(ZoneOffset.UTC));
    }

    private static Path defaultDirectory() {
        return LatestLink.RESULTS.resolve(time() + "-run");
    }

    /** Options of {@code t2q run} for a whole matrix. */
    @OptionGroup(
            value = "Result",
            common = {"--resume"})
    private static final class MatrixOptions {
        /** Options allowed with a matrix. The other options of a run are keys of the matrix. */
        private static final Set<String> ALLOWED = Set.of("--out", "--jvm", "--require-all", "--resume");

        @Parameters(
                arity = "0..1",
                paramLabel = "MATRIX",
                description = "pv, pv-full, jvm or a file: run all cases of a test matrix")
        private @Nullable String matrix;

        @Option(names = "--resume", paramLabel = "DIR", description = "resume the matrix of this directory")
        private @Nullable Path resumed;

        @Option(
                names = "--require-all",
                description =
                        "refuse a matrix (status 6) if a case cannot run on this host, instead of skipping the case")
        private boolean requireAll;

        /** Returns whether to run a matrix rather than a single run. */
        boolean isGiven() {
            if (requireAll && matrix == null && resumed == null) {
                throw Problem.of("--require-all").expected("only with a matrix").exception();
            }
            return matrix != null || resumed != null;
        }

        ExitStatus run(CommandLine command, @Nullable Path out, List<String> jvms) {
            command.getParseResult().matchedOptions().stream()
                    .filter(option -> !ALLOWED.contains(option.longestName()))
                    .findFirst()
                    .ifPresent(option -> {
                        throw Problem.of(option.longestName())
                                .fault("applies to single runs"
                                        + MatrixReader.setting(
                                                        option.longestName(),
                                                        option.paramLabel().isEmpty() ? "true" : option.paramLabel())
                                                .map(yaml -> ". A matrix sets it in its file as " + yaml
                                                        + " (t2q matrix show)")
                                                .orElse(""))
                                .exception();
                    });
            if (resumed != null && (matrix != null || out != null)) {
                throw Problem.of("--resume")
                        .expected("no options but --require-all, and --jvm for cases that could not run yet")
                        .exception();
            }
            MatrixJob job = new MatrixJob(command.getOut(), requireAll);
            return resumed == null
                    ? job.begin(String.valueOf(matrix), out, paths(jvms))
                    : job.resume(resumed, paths(jvms));
        }

        private static Map<String, Path> paths(List<String> jvms) {
            Map<String, Path> paths = new LinkedHashMap<>();
            for (String jvm : jvms) {
                int equals = jvm.indexOf('=');
                if (equals <= 0 || equals == jvm.length() - 1) {
                    throw Problem.of("--jvm")
                            .value(jvm)
                            .expected("NAME=PATH for a matrix, as in zing=/opt/zing")
                            .exception();
                }
                paths.put(jvm.substring(0, equals), Path.of(jvm.substring(equals + 1)));
            }
            return paths;
        }
    }
}
