package org.ticktoquote.comparison.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.stored.JournalFiles;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.OwnerPermissions;
import org.ticktoquote.core.run.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code t2q compress}: compresses the journals of finished runs, or restores them. */
@Command(
        name = "compress",
        description = {"Compresses the journals of finished runs, or restores them."},
        footer = {
            "",
            "t2q analyze and t2q export need restored journals; t2q compare and t2q gate do not.",
            "",
            "Examples:",
            "  t2q compress results/latest",
            "  t2q compress results/2026-11-20T141200-pv           # all runs of a matrix",
            "  t2q compress --undo results/latest && t2q analyze results/latest"
        })
public final class CompressCommand extends Subcommand {
    private static final double MB = 1e6;

    @Parameters(arity = "1..*", paramLabel = "RUN|MATRIX", description = "directories of runs or matrices")
    private List<Path> given = new ArrayList<>();

    @Option(names = "--undo", description = "restore the journals, byte for byte")
    private boolean undo;

    @Override
    public Integer call() {
        given.forEach(UserPath::folder);
        given.stream().flatMap(path -> runs(path).stream()).toList().forEach(this::change);
        return ExitStatus.OK.code();
    }

    private static List<RunDirectory> runs(Path path) {
        if (Files.isRegularFile(path.resolve(MatrixRecord.FILE))) {
            List<RunDirectory> runs = new ArrayList<>();
            for (CaseRecord one :
                    MatrixRecord.read(path.resolve(MatrixRecord.FILE)).cases()) {
                for (Attempt attempt : one.attempts()) {
                    runs.add(new RunDirectory(path.resolve(attempt.directory())));
                }
            }
            runs.removeIf(run -> !Files.isRegularFile(run.manifest()));
            return runs;
        }
        RunDirectory run = new RunDirectory(path);
        if (!Files.isRegularFile(run.manifest())) {
            throw Problem.of(path)
                    .fault("has neither run.json nor " + MatrixRecord.FILE)
                    .expected("the directory of a run or matrix")
                    .exception();
        }
        return List.of(run);
    }

    private void change(RunDirectory run) {
        try (Claim unused = Claim.folder(run.path(), "t2q compress", "wait until it ends")) {
            long before = bytes(run);
            List<Path> made = undo ? JournalFiles.restore(run) : JournalFiles.compress(run);
            OwnerPermissions.restrictFiles(run.path());
            print(String.format(
                    Locale.ROOT,
                    "%s: %s, %,.1f MB of journals are %,.1f MB",
                    run.path(),
                    CountText.of(made.size(), "file"),
                    before / MB,
                    bytes(run) / MB));
        } catch (IOException e) {
            throw Problem.of(run.path())
                    .fault(undo ? "cannot be restored" : "cannot be compressed", e)
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static long bytes(RunDirectory run) throws IOException {
        long bytes = 0;
        for (Path file : JournalFiles.in(run)) {
            bytes += Files.size(file);
        }
        return bytes;
    }
}
