package org.ticktoquote.comparison.outliers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.export.ExportedRun;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.GateFingerprint;
import org.ticktoquote.comparison.gate.runs.RunConditions;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.FigureComparison;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.stored.StoredResult;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Analyses the late ticks of several runs and of matrices. */
public final class OutliersOfRuns {
    private OutliersOfRuns() {}

    /**
     * Analyses the late ticks of runs and matrices that t2q analyze has processed.
     *
     * @param kept number of worst episodes to keep per run
     * @param progress receives the name of each run before it is read
     * @throws org.ticktoquote.core.command.ProblemException if a directory is not a run or matrix, or a file is damaged
     * or missing
     */
    public static Outliers of(
            List<Path> directories, LaterThan laterThan, Annualisation annual, int kept, Consumer<String> progress)
            throws IOException {
        return ofRuns(StoredResult.runs(directories), laterThan, annual, kept, progress);
    }

    private static Outliers ofRuns(
            List<ExportedRun> stored, LaterThan laterThan, Annualisation annual, int kept, Consumer<String> progress) {
        List<RunOutliers> runs = new ArrayList<>();
        Map<String, List<RunOutliers>> cases = new LinkedHashMap<>();
        Map<String, List<GateFingerprint>> conditions = new HashMap<>();
        for (ExportedRun run : stored) {
            progress.accept(run.name());
            RunOutliers found = RunOutliers.of(run.testCase(), run.run(), run.directory(), laterThan, kept);
            runs.add(found);
            List<RunOutliers> counted = cases.computeIfAbsent(run.testCase(), name -> new ArrayList<>());
            if (run.counts() && found.validity() != Verdict.VOID) {
                counted.add(found);
                RunManifest manifest = RunManifest.read(run.directory().manifest());
                conditions
                        .computeIfAbsent(run.testCase(), name -> new ArrayList<>())
                        .add(new GateFingerprint(run.run(), RunConditions.withApplication(manifest)));
            }
        }
        List<CaseOutliers> all = cases.entrySet().stream()
                .map(one -> CaseOutliers.of(
                        one.getKey(),
                        one.getValue(),
                        GateFingerprint.differences("case", conditions.getOrDefault(one.getKey(), List.of())),
                        laterThan,
                        annual))
                .toList();
        return new Outliers(Outliers.FORMAT_VERSION, laterThan.toString(), annual, all, runs);
    }

    /** Returns the hours per year that all runs and matrices declare; empty if one declares none, or they differ. */
    public static Optional<Annualisation> declared(List<Path> directories) {
        List<Annualisation> said =
                directories.stream().flatMap(OutliersOfRuns::declared).toList();
        boolean all = said.stream().allMatch(annual -> annual.hoursPerYear() != null);
        List<Annualisation> different =
                said.stream().map(Annualisation::ofHours).distinct().toList();
        return all && different.size() == 1 ? Optional.of(different.get(0)) : Optional.empty();
    }

    /** Returns an empty stream for a directory that is not a run or matrix. Reading it reports the error. */
    private static Stream<Annualisation> declared(Path directory) {
        Path matrix = directory.resolve(MatrixRecord.FILE);
        if (Files.isRegularFile(matrix)) {
            return Stream.of(MatrixRecord.read(matrix).annual());
        }
        Path run = new RunDirectory(directory).manifest();
        return Files.isRegularFile(run)
                ? Stream.of(Annualisation.of(RunManifest.read(run).declared().annual()))
                : Stream.of();
    }

    /**
     * Analyses a matrix with one threshold for all runs: p99 of the baseline's last client over its runs. Leaves out runs
     * without tick results, which t2q analyze derives again.
     *
     * @param kept number of worst episodes to keep per run
     * @return empty if that p99 is unknown
     * @throws org.ticktoquote.core.command.ProblemException if another file of a run is missing, or a file is damaged
     */
    public static Optional<Outliers> ofMatrix(Path directory, MatrixComparison comparison, int kept)
            throws IOException {
        @Nullable Long laterThanNs = baselinesP99(comparison);
        if (laterThanNs == null) {
            return Optional.empty();
        }
        List<ExportedRun> analysed = StoredResult.runs(List.of(directory)).stream()
                .filter(run -> Files.exists(run.directory().tickResults()))
                .toList();
        LaterThan laterThan = new LaterThan(0, laterThanNs);
        return Optional.of(ofRuns(analysed, laterThan, comparison.annual().ofHours(), kept, run -> {}));
    }

    private static @Nullable Long baselinesP99(MatrixComparison comparison) {
        return comparison.cases().stream()
                .filter(one -> one.name().equals(comparison.baseline()))
                .flatMap(one -> Stream.ofNullable(one.figure(Latency.LAST_CLIENT.field(), ComparedFigure.P99)))
                .map(FigureComparison::overRuns)
                .filter(figure -> !figure.refused() && figure.lowNs() > 0)
                .map(FigureOverRuns::lowNs)
                .findFirst()
                .orElse(null);
    }
}
