package org.ticktoquote.comparison.report;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.LatencyCell;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.compare.RatioFinding;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.matrix.AxisEffect;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.LimitOutcome;
import org.ticktoquote.comparison.matrix.LimitState;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.Ratio;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.IntervalText;

/** Figures of a comparison as every output writes them. */
public final class ComparisonText {

    private ComparisonText() {}

    /** The median of the runs; {@code > drain} where it is refused. */
    public static String median(FigureOverRuns runs) {
        if (runs.refused()) {
            return LatencyCell.REFUSED;
        }
        return range(runs.lowNs(), runs.highNs());
    }

    /** From the lowest to the highest of the runs. */
    public static String spread(FigureOverRuns runs) {
        return runs.refusedRuns() == runs.runs() ? LatencyCell.REFUSED : range(runs.lowestNs(), runs.highestNs());
    }

    private static String range(long lowNs, @Nullable Long highNs) {
        return highNs == null
                ? IntervalText.durationUpTo(lowNs, LatencyCell.REFUSED)
                : IntervalText.duration(lowNs, highNs);
    }

    /** Of the medians: {@code 0.93 x}, {@code > 3.20 x} where the figure is refused, {@code < 0.31 x} where the other is. */
    public static String ratio(@Nullable Ratio ratio) {
        return ratio == null || ratio.unknown() ? LatencyCell.NOTHING : times(ratio) + " x";
    }

    /** The same without its unit. */
    static String times(Ratio ratio) {
        return factors(ratio.low(), ratio.high());
    }

    /** The 95 % interval; empty where there is none. */
    public static String ratioRange(@Nullable Ratio ratio) {
        return ratio == null || ratio.interval() == null
                ? ""
                : factors(ratio.interval().low(), ratio.interval().high());
    }

    /** Where the runs do not tell both apart, the smallest effect that they would have found; else empty. */
    public static String smallest(@Nullable Ratio ratio) {
        return ratio == null || ratio.interval() == null || !ratio.interval().holdsOne()
                ? ""
                : SmallestEffect.describe(ratio.interval().smallest());
    }

    /** The interval of a ratio and what it finds, {@code 95 %: 0.98..1.12; would find 15 %}, or why there is none. */
    static String interval(Ratio ratio) {
        String unseen = smallest(ratio);
        return ratio.interval() == null
                ? "no interval; " + ratio.refusal()
                : "95 %: " + ratioRange(ratio) + (unseen.isEmpty() ? "" : "; would find " + unseen);
    }

    private static String factors(double low, @Nullable Double high) {
        if (high == null) {
            return "> " + RatioFinding.factor(low);
        }
        if (low == 0) {
            return "< " + RatioFinding.factor(high);
        }
        String one = RatioFinding.factor(low);
        String other = RatioFinding.factor(high);
        return one.equals(other) ? one : one + ".." + other;
    }

    /** {@code p99 of response, at most 10.0 ms}. */
    static String limitName(LimitOutcome outcome) {
        return outcome.limit().description() + ", at most "
                + Figures.duration(outcome.limit().mostNs());
    }

    /** {@code 12.0 ms: the median ...}. */
    static String limitValue(LimitOutcome outcome) {
        return Stream.of(limited(outcome), outcome.why())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(": "));
    }

    /** The figure that a limit is on; empty where there is none. */
    static String limited(LimitOutcome outcome) {
        @Nullable Long lowNs = outcome.lowNs();
        @Nullable Long highNs = outcome.highNs();
        if (lowNs == null) {
            return highNs == null ? "" : "at most " + Figures.duration(highNs);
        }
        if (outcome.refused()) {
            return LatencyCell.REFUSED;
        }
        return highNs == null ? "at least " + Figures.duration(lowNs) : range(lowNs, highNs);
    }

    /** How many limits are kept and how many are not, {@code 2 kept, 0 exceeded}; empty where there are none. */
    static String limits(MatrixComparison comparison) {
        return comparison.cases().stream().allMatch(one -> one.limits().isEmpty())
                ? ""
                : Stream.of(LimitState.values())
                        .map(state -> comparison.limits(state) + " " + state.word())
                        .collect(Collectors.joining(", "));
    }

    /** How many service levels are met and how many are not; empty where there are none. */
    static String levels(MatrixComparison comparison) {
        return comparison.cases().stream().allMatch(one -> one.serviceLevels().isEmpty())
                ? ""
                : Stream.of(LevelState.values())
                        .map(state -> comparison.serviceLevels(state) + " " + state.word())
                        .collect(Collectors.joining(", "));
    }

    /** How many runs count, and their verdicts: {@code 3 of 3: 2 DEGRADED, 1 FAILED}. */
    public static String runs(CaseComparison one, int repeats) {
        String verdicts = one.attempts().validity().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return one.attempts().runs().size() + " of " + repeats + (verdicts.isEmpty() ? "" : ": " + verdicts);
    }

    /** Why there is nothing to compare, or why a case has no further run; empty where there is and has. */
    public static String whyNotRun(CaseComparison one) {
        return one.absence().isEmpty() && !one.notRun().isEmpty() ? "no further runs: " + one.notRun() : one.absence();
    }

    /** Attempts that do not count, VOID ones among them. */
    public static long voidAttempts(CaseComparison one) {
        return one.attempts().others().stream()
                .filter(run -> run.validity() == Verdict.VOID)
                .count();
    }

    /** A count of outcomes under both attributions. */
    static String outcome(CaseComparison one, String name, Outcome outcome) {
        TickOutcomes soonest = Objects.requireNonNullElse(
                one.became().outcomesSoonest(), one.became().outcomes());
        long least = outcome.of(soonest);
        long most = outcome.of(one.became().outcomes());
        boolean atMost =
                Math.max(least, most) > 0 && one.became().outcomesAtMost().contains(name);
        return (atMost ? "at most " : "") + Cell.count(least, most).text();
    }

    /** One of the outcomes. */
    interface Outcome {
        long of(TickOutcomes outcomes);
    }

    /** Lost ticks x sessions of all runs that count. */
    public static String lost(CaseComparison one) {
        return outcome(one, Rule.LOST, TickOutcomes::lost);
    }

    /** {@code other machines: CPU A and B; path one host and ...}; empty where both are the same. */
    public static String machines(AxisEffect.Pair pair) {
        return pair.machines().isEmpty()
                ? ""
                : pair.machines().stream()
                        .map(one -> one.fact() + " " + stated(one.baseline()) + " and " + stated(one.here()))
                        .collect(Collectors.joining("; ", "different machines: ", ""));
    }

    /** {@code plan of threads 3f2a91c07be4}; empty for a pair that is not of managed threads. */
    public static String plan(AxisEffect.Pair pair) {
        return pair.plan().isEmpty() ? "" : "plan of threads " + pair.plan();
    }

    private static String stated(String value) {
        return value.isEmpty() ? "not stated" : value;
    }

    /** Values of axes: {@code jvm zing, os rt}. */
    public static String coordinates(Map<String, String> coordinates) {
        return coordinates.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
