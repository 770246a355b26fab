package org.ticktoquote.analysis.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ticktoquote.analysis.matrix.Attempt;
import org.ticktoquote.analysis.matrix.AttemptState;
import org.ticktoquote.analysis.matrix.CaseRecord;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.analysis.matrix.RunLog;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Run to be exported, with its partition.
 *
 * @param testCase name of its case; {@link #SINGLE} for a run outside a matrix
 * @param run its name within the case
 * @param directory of the run
 * @param counts whether it is a result of its matrix; always true outside a matrix
 */
public record ExportedRun(String testCase, String run, RunDirectory directory, boolean counts) {
    /** Case of runs outside a matrix. */
    public static final String SINGLE = "single";

    /**
     * Returns the runs in directories of runs and matrices, only complete ones of a matrix. Rejects directories that are
     * neither.
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
                    .fault("holds neither run.json nor " + MatrixRecord.FILE)
                    .expected("the directory of a run or of a matrix")
                    .exception();
        }
        return new ExportedRun(
                SINGLE, directory.toRealPath().getFileName().toString(), new RunDirectory(directory), true);
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

    /** Returns the name for users, with the case if it has one. */
    public String name() {
        return testCase.equals(SINGLE) ? run : testCase + "/" + run;
    }

    /** Returns the partition folder within a table's folder, in Hive's notation. */
    public String partition() {
        return "test_case=" + escaped(testCase) + "/run=" + escaped(run);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (each & 0xff);
            boolean plain = letter < 128 && (Character.isLetterOrDigit(letter) || "._-".indexOf(letter) >= 0);
            escaped.append(plain ? String.valueOf(letter) : String.format(Locale.ROOT, "%%%02X", (int) letter));
        }
        return escaped.toString();
    }
}
