package org.ticktoquote.analysis.outliers;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.run.JsonFile;

/**
 * Contents of {@code t2q outliers --json}: late ticks of runs by case, their causes, and their time per year.
 *
 * @param formatVersion version of the file's format
 * @param laterThan threshold of late ticks, as requested
 * @param annual hours of a year that the runs represent
 * @param cases analysed cases in the order given
 * @param runs analysed runs in the order given, including those that do not count
 */
public record Outliers(
        int formatVersion, String laterThan, Annualisation annual, List<CaseOutliers> cases, List<RunOutliers> runs) {
    public static final int FORMAT_VERSION = 1;

    private static final JsonFile<Outliers> JSON =
            JsonFile.withNulls(Outliers.class, "outliers of runs", JsonFile.ANY_MEMBER);

    public Outliers {
        cases = List.copyOf(cases);
        runs = List.copyOf(runs);
    }

    /** Creates the outliers of one run that is being analysed. */
    public static Outliers ofRun(RunOutliers run, Annualisation annualisation) {
        Annualisation annual = annualisation.ofHours();
        List<RunOutliers> counted = run.validity() == Verdict.VOID ? List.of() : List.of(run);
        CaseOutliers one = CaseOutliers.of(run.testCase(), counted, List.of(), LaterThan.P99, annual);
        return new Outliers(FORMAT_VERSION, LaterThan.P99.toString(), annual, List.of(one), List.of(run));
    }

    /** Writes the file atomically. */
    public void write(Path file) {
        FileAccess.write(file, () -> AtomicFile.write(file, text()));
    }

    /** Returns the contents of the file. */
    public String text() {
        return JSON.text(this);
    }
}
