package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.summary.LevelState;

/**
 * Contents of {@code comparison.json}: comparison of the cases of a matrix. Field names and order are stable; fields can be
 * added.
 *
 * <p>Derived from {@code matrix.json} and the directories of the runs. The same inputs yield the same bytes, for any order
 * of the attempts.
 *
 * @param formatVersion version of the file format
 * @param product name and version of t2q
 * @param name name of the matrix
 * @param description description for users; can be empty
 * @param startedUtc ISO-8601
 * @param repeats runs required for each case
 * @param seed seed of the order of the runs
 * @param baseline name of the case that ratios refer to
 * @param annual conversion of shares to time per year
 * @param referenceNs latency of 100 normalised units; null without one
 * @param axes names of the axes
 * @param cases cases in the order of the matrix
 * @param years times per year over several regimes
 * @param effects effects of each axis
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

    /** Returns the number of limits in a state, over all cases. */
    public long limits(LimitState state) {
        return cases.stream()
                .flatMap(one -> one.limits().stream())
                .filter(limit -> limit.state() == state)
                .count();
    }

    /** Returns the number of service levels in a state, over all cases. */
    public long serviceLevels(LevelState state) {
        return cases.stream()
                .flatMap(one -> one.serviceLevels().stream())
                .filter(level -> level.state() == state)
                .count();
    }

    /** Returns whether any limit or service level does not hold. */
    public boolean exceeded() {
        return limits(LimitState.EXCEEDED) > 0 || serviceLevels(LevelState.BROKEN) > 0;
    }

    /** Returns whether any limit or service level is undecided. */
    public boolean undecided() {
        return limits(LimitState.UNDECIDED) > 0 || serviceLevels(LevelState.UNDECIDED) > 0;
    }

    /** Compares the completed runs in the directory of a matrix. Unreadable runs are listed with the reason. */
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
                AxisEffect.of(matrix.axes(), runs),
                CaseRange.of(runs));
    }
}
