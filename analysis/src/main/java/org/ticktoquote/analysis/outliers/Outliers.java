package org.ticktoquote.analysis.outliers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ticktoquote.analysis.export.ExportedRun;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.JsonFile;

/**
 * What {@code t2q outliers --json} writes: the late ticks of runs, case by case, what made them late, and what they cost a year.
 *
 * @param formatVersion of the file
 * @param laterThan what is called late, as it was asked for
 * @param annual of which hours of a year the runs speak
 * @param cases in the order given
 * @param runs in the order given, those that do not count among them
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

    /**
     * Of runs and matrices that were analysed.
     *
     * @param kept so many of the worst episodes of each run
     * @param progress is told each run before it is read
     * @throws org.ticktoquote.core.command.Refusal where one is neither, or a file of it is missing or damaged
     */
    public static Outliers of(
            List<Path> directories, LaterThan laterThan, Annualisation annual, int kept, Consumer<String> progress)
            throws IOException {
        List<RunOutliers> runs = new ArrayList<>();
        Map<String, List<RunOutliers>> cases = new LinkedHashMap<>();
        for (ExportedRun run : ExportedRun.of(directories)) {
            progress.accept(run.run());
            RunOutliers found = RunOutliers.of(run.testCase(), run.run(), run.directory(), laterThan, kept);
            runs.add(found);
            List<RunOutliers> counted = cases.computeIfAbsent(run.testCase(), name -> new ArrayList<>());
            if (run.counts() && found.validity() != Verdict.VOID) {
                counted.add(found);
            }
        }
        List<CaseOutliers> all = cases.entrySet().stream()
                .map(one -> CaseOutliers.of(one.getKey(), one.getValue(), annual))
                .toList();
        return new Outliers(FORMAT_VERSION, laterThan.toString(), annual, all, runs);
    }

    /** As a file has it. */
    public String text() {
        return JSON.text(this);
    }
}
