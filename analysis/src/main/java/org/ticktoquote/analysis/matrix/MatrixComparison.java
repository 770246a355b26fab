package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LevelState;

/**
 * The cases of a matrix compared: {@code comparison.json}. Field names and order are stable; fields may be added.
 *
 * <p>Derived from {@code matrix.json} and the directories of the runs; the same inputs give the same bytes, whatever the
 * order of the attempts.
 *
 * @param formatVersion of this file
 * @param product name and version of what measured
 * @param name of the matrix
 * @param description for people; may be empty
 * @param startedUtc ISO-8601
 * @param repeats runs that each case should have
 * @param seed of the order of the runs
 * @param baseline that ratios are to
 * @param annual how shares become time per year
 * @param referenceNs the latency that is 100 normalised units; null without one
 * @param axes their names
 * @param cases in the order of the matrix
 * @param years of several regimes
 * @param effects of each axis on the medians
 * @param ranges best and worst case at p50, p99.9 and the maximum
 */
public record MatrixComparison(
        int formatVersion,
        String product,
        String name,
        String description,
        String startedUtc,
        int repeats,
        long seed,
        String baseline,
        Annualisation annual,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long referenceNs,
        List<String> axes,
        List<CaseComparison> cases,
        List<YearOfRegimes> years,
        List<AxisEffect> effects,
        List<CaseRange> ranges) {
    private static final int FORMAT_VERSION = 2;

    public MatrixComparison {
        axes = List.copyOf(axes);
        cases = List.copyOf(cases);
        years = List.copyOf(years);
        effects = List.copyOf(effects);
        ranges = List.copyOf(ranges);
    }

    /** How many limits of all cases are in this state. */
    public long limits(LimitState state) {
        return cases.stream()
                .flatMap(one -> one.limits().stream())
                .filter(limit -> limit.state() == state)
                .count();
    }

    /** How many service levels of all cases are in this state. */
    public long serviceLevels(LevelState state) {
        return cases.stream()
                .flatMap(one -> one.serviceLevels().stream())
                .filter(level -> level.state() == state)
                .count();
    }

    /** Whether what a case is held to does not hold. */
    public boolean exceeded() {
        return limits(LimitState.EXCEEDED) > 0 || serviceLevels(LevelState.BROKEN) > 0;
    }

    /** Whether the runs do not say of something that a case is held to. */
    public boolean undecided() {
        return limits(LimitState.UNDECIDED) > 0 || serviceLevels(LevelState.UNDECIDED) > 0;
    }

    /**
     * Of a directory; works on whatever runs there are so far. What cannot be read of a run is listed with the reason.
     */
    public static MatrixComparison of(Path directory) {
        MatrixRecord matrix = MatrixRecord.read(directory.resolve(MatrixRecord.FILE));
        List<CaseRuns> runs = matrix.cases().stream()
                .map(plan -> CaseRuns.of(directory, plan))
                .toList();
        CaseRuns baseline = runs.stream()
                .filter(one -> one.plan().name().equals(matrix.baseline()))
                .findFirst()
                .orElseThrow();
        List<CaseComparison> cases = runs.stream()
                .map(one -> one.against(baseline, matrix.annual(), matrix.repeats()))
                .toList();
        return new MatrixComparison(
                FORMAT_VERSION,
                matrix.product(),
                matrix.name(),
                matrix.description(),
                matrix.startedUtc(),
                matrix.repeats(),
                matrix.seed(),
                matrix.baseline(),
                matrix.annual(),
                matrix.referenceNs(),
                matrix.axes(),
                cases,
                YearOfRegimes.of(
                        matrix.annual(),
                        runs.stream().collect(Collectors.toMap(one -> one.plan().name(), Function.identity()))),
                new AxisEffects(runs, cases).of(matrix.axes()),
                CaseRange.of(runs));
    }
}
