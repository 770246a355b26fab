package org.ticktoquote.analysis.export;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Run to be exported, with its partition.
 *
 * @param testCase name of its case; {@link #SINGLE} for a run outside a matrix
 * @param run its name within the case
 * @param directory the run's directory
 * @param counts whether it counts in the results of its matrix; always true outside a matrix
 */
public record ExportedRun(String testCase, String run, RunDirectory directory, boolean counts) {
    /** Case of runs outside a matrix. */
    public static final String SINGLE = "single";

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
