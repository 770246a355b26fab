package org.ticktoquote.analysis.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.OwnerPermissions;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q analyze}: recomputes all results of a run from its journals. Repeated analyses write identical files. */
@Command(
        name = "analyze",
        description = {
            "Recomputes all results of a run from its journals.",
            "Repeated analyses write identical files. --slo replaces the service levels of the run."
        },
        footer = {
            "",
            "Examples:",
            "  t2q analyze results/2026-11-20T141200-run",
            "  t2q analyze results/latest --verbose       # with staleness and the harness's audit",
            "  t2q analyze results/latest --threads 1     # leave the other processors free",
            "  t2q analyze results/latest --slo 'p99.9 in any 10 s < 5 ms'"
        })
public final class AnalyzeCommand extends Subcommand {
    private static final int MAX_THREADS = 256;

    @Parameters(paramLabel = "RUN", description = "run directory, with run.json")
    private Path run;

    @Option(
            names = "--threads",
            paramLabel = "COUNT",
            description =
                    "threads of the analysis; do not affect the results (default: one for each processor, at most 8)")
    private @Nullable Integer threads;

    @Option(names = "--verbose", description = RunResult.VERBOSE)
    private boolean verbose;

    @Mixin
    private final LevelOptions levels = new LevelOptions();

    @Override
    public Integer call() {
        Workers workers = workers();
        List<ServiceLevel> asked = levels.levels();
        RunDirectory directory = new RunDirectory(UserPath.followed(UserPath.folder(run)));
        try (Claim unused = claimed(directory);
                Progress progress = Progress.onStandardError()) {
            requireReadable(directory.path());
            if (!Files.isRegularFile(directory.manifest())) {
                throw Problem.of(run).fault(whyNoManifest(directory)).exception(ExitStatus.BAD_INPUT);
            }
            Retention.requireJournals(directory);
            if (levels.given()) {
                RequestedLevels.write(
                        directory, RunManifest.read(directory.manifest()).identity(), asked);
            }
            int status = new RunResult(directory, output(), verbose)
                    .derive(progress, workers)
                    .code();
            Retention.correct(directory);
            OwnerPermissions.restrictFiles(directory.path());
            return status;
        }
    }

    private Workers workers() {
        if (threads == null) {
            return Workers.ofProcessors();
        }
        if (threads < 1 || threads > MAX_THREADS) {
            throw Problem.of("--threads")
                    .value(threads)
                    .expected("1.." + MAX_THREADS)
                    .exception();
        }
        return new Workers(threads);
    }

    /** Rejects unreadable files, which would count as damaged, and pipes, which could block. */
    private static void requireReadable(Path run) {
        try (Stream<Path> files = Files.list(run)) {
            files.filter(file -> Files.exists(file) && !Files.isDirectory(file))
                    .forEach(AnalyzeCommand::requireReadableFile);
        } catch (IOException e) {
            throw Problem.of(run).fault("cannot be read", e).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static void requireReadableFile(Path file) {
        if (!Files.isRegularFile(file)) {
            throw Problem.of(file)
                    .fault("is not a regular file")
                    .expected("the file written by the run")
                    .exception(ExitStatus.BAD_INPUT);
        }
        UserPath.input(file);
    }

    private static Claim claimed(RunDirectory directory) {
        return FileAccess.run(
                directory.path(),
                "cannot be written",
                ExitStatus.ENVIRONMENT,
                () -> Claim.folder(
                        directory.path(), "t2q analyze", "wait until it ends (t2q run analyses the run itself)"));
    }

    private static String whyNoManifest(RunDirectory directory) {
        if (Files.exists(directory.manifest())) {
            return "run.json is not a file; restore it from a copy";
        }
        boolean measured = Stream.of(
                        directory.summary(), directory.statistics(), directory.curves(), directory.tickResults())
                .anyMatch(Files::exists);
        if (measured) {
            return "run.json is missing, so nothing can be derived (existing results are kept); restore it from a copy";
        }
        boolean begun = Stream.of(directory.log("guardian"), directory.log("replayer"), directory.warmUp())
                .anyMatch(Files::exists);
        return begun
                ? "has no run.json: the run ended during startup and measured nothing, or run.json is lost; if it is"
                        + " lost, restore it from a copy"
                : "has no run.json; use the directory of a run";
    }
}
