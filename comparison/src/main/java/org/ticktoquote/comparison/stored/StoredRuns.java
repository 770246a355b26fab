package org.ticktoquote.comparison.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ticktoquote.analysis.export.ExportedRun;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.RunDirectory;

/** Finds the runs in directories of runs and matrices. */
public final class StoredRuns {
    private StoredRuns() {}

    /**
     * Returns the runs in directories of runs and matrices; for a matrix, only complete runs. Rejects other directories.
     */
    public static List<ExportedRun> of(List<Path> directories) throws IOException {
        List<ExportedRun> runs = new ArrayList<>();
        for (Path directory : directories) {
            if (directory.resolve(MatrixRecord.FILE).toFile().isFile()) {
                addMatrix(directory, runs);
            } else {
                runs.add(single(directory));
            }
        }
        Set<String> partitions = new HashSet<>();
        for (ExportedRun run : runs) {
            if (!partitions.add(run.partition())) {
                throw Problem.of(run.directory().path())
                        .fault("is run " + run.run() + " of case " + run.testCase() + ", as another one given is")
                        .expected("each run once, and runs of a case by different names")
                        .exception();
            }
        }
        return runs;
    }

    private static ExportedRun single(Path directory) throws IOException {
        if (!new RunDirectory(directory).manifest().toFile().isFile()) {
            throw Problem.of(directory)
                    .fault("has neither run.json nor " + MatrixRecord.FILE)
                    .expected("the directory of a run or matrix")
                    .exception();
        }
        return new ExportedRun(
                ExportedRun.SINGLE, directory.toRealPath().getFileName().toString(), new RunDirectory(directory), true);
    }

    private static void addMatrix(Path directory, List<ExportedRun> runs) {
        MatrixRecord matrix = MatrixRecord.read(directory.resolve(MatrixRecord.FILE));
        for (CaseRecord one : matrix.cases()) {
            for (Attempt attempt : one.attempts()) {
                if (attempt.state() == AttemptState.COMPLETE) {
                    Path run = directory.resolve(attempt.directory());
                    runs.add(new ExportedRun(
                            one.name(),
                            String.valueOf(run.getFileName()),
                            new RunDirectory(run),
                            RunLog.counts(attempt)));
                }
            }
        }
    }
}
