package org.ticktoquote.comparison.report;

import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
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

/** Formats the figures of a comparison, in the same way for all outputs. */
public final class ComparisonText {
    private ComparisonText() {}

    /** Formats the median of the runs; {@code > drain} if it is refused. */
    public static String median(FigureOverRuns runs) {
        if (runs.refused()) {
            return LatencyCell.REFUSED;
        }
        return range(runs.lowNs(), runs.highNs());
    }

    /** Formats the range from the lowest to the highest run. */
    public static String spread(FigureOverRuns runs) {
        return runs.refusedRuns() == runs.runs() ? LatencyCell.REFUSED : range(runs.lowestNs(), runs.highestNs());
    }

    private static String range(long lowNs, @Nullable Long highNs) {
        return highNs == null
                ? IntervalText.durationUpTo(lowNs, LatencyCell.REFUSED)
                : IntervalText.duration(lowNs, highNs);
    }

    /** Formats a ratio: {@code 0.93 x}; {@code > 3.20 x} or {@code < 0.31 x} if one of the figures is refused. */
    public static String ratio(@Nullable Ratio ratio) {
        return ratio == null || ratio.unknown() ? LatencyCell.NOTHING : times(ratio) + " x";
    }

    /** Formats a ratio without unit. */
    static String times(Ratio ratio) {
        return factors(ratio.low(), ratio.high());
    }

    /** Formats the 95 % interval; empty if there is none. */
    public static String ratioRange(@Nullable Ratio ratio) {
        return ratio == null || ratio.interval() == null
                ? ""
                : factors(ratio.interval().low(), ratio.interval().high());
    }

    /** Formats the smallest detectable effect if the interval contains 1; otherwise empty. */
    public static String smallest(@Nullable Ratio ratio) {
        return ratio == null || ratio.interval() == null || !ratio.interval().holdsOne()
                ? ""
                : SmallestEffect.describe(ratio.interval().smallest());
    }

    /** Formats the interval of a ratio, {@code 95 %: 0.98..1.12; would find 15 %}, or the reason why there is none. */
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

    /** Formats a limit: {@code p99 of response, at most 10.0 ms}. */
    static String limitName(LimitOutcome outcome) {
        return outcome.limit().description() + ", at most "
                + Figures.duration(outcome.limit().mostNs());
    }

    /** Formats the limited figure and the reason for the outcome: {@code 12.0 ms: a run has a later answer}. */
    static String limitValue(LimitOutcome outcome) {
        return Stream.of(limited(outcome), outcome.why())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(": "));
    }

    /** Formats the estimate of the limited figure; empty if there is none. */
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

    /** Formats the number of limits by state, {@code 2 kept, 0 exceeded}; empty without limits. */
    static String limits(MatrixComparison comparison) {
        return comparison.cases().stream().allMatch(one -> one.limits().isEmpty())
                ? ""
                : Stream.of(LimitState.values())
                        .map(state -> comparison.limits(state) + " " + state.word())
                        .collect(Collectors.joining(", "));
    }

    /** Formats the number of service levels by state; empty without service levels. */
    static String levels(MatrixComparison comparison) {
        return comparison.cases().stream().allMatch(one -> one.serviceLevels().isEmpty())
                ? ""
                : Stream.of(LevelState.values())
                        .map(state -> comparison.serviceLevels(state) + " " + state.word())
                        .collect(Collectors.joining(", "));
    }

    /** Formats the number of runs that count and their verdicts: {@code 3 of 3: 2 DEGRADED, 1 FAILED}. */
    public static String runs(CaseComparison one, int repeats) {
        String verdicts = one.attempts().validity().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return one.attempts().runs().size() + " of " + repeats + (verdicts.isEmpty() ? "" : ": " + verdicts);
    }

    /** Returns the reason why a case cannot be compared or gets no further runs; otherwise empty. */
    public static String whyNotRun(CaseComparison one) {
        return one.absence().isEmpty() && !one.notRun().isEmpty() ? "no further runs: " + one.notRun() : one.absence();
    }

    /** Returns the number of VOID attempts. */
    public static long voidAttempts(CaseComparison one) {
        return one.attempts().others().stream()
                .filter(run -> run.validity() == Verdict.VOID)
                .count();
    }

    /** Formats a count of outcomes under both attributions. */
    static String outcome(CaseComparison one, String name, ToLongFunction<TickOutcomes> outcome) {
        TickOutcomes soonest = Objects.requireNonNullElse(
                one.became().outcomesSoonest(), one.became().outcomes());
        long least = outcome.applyAsLong(soonest);
        long most = outcome.applyAsLong(one.became().outcomes());
        boolean atMost =
                Math.max(least, most) > 0 && one.became().outcomesAtMost().contains(name);
        return (atMost ? "at most " : "") + Cell.count(least, most).text();
    }

    /** Formats the lost ticks x sessions of all runs that count. */
    public static String lost(CaseComparison one) {
        return outcome(one, Rule.LOST, TickOutcomes::lost);
    }

    /** Formats {@code different machines: CPU A and B; path one host and ...}; empty if the machines are the same. */
    public static String machines(AxisEffect.Pair pair) {
        return pair.machines().isEmpty()
                ? ""
                : pair.machines().stream()
                        .map(one -> one.fact() + " " + stated(one.baseline()) + " and " + stated(one.here()))
                        .collect(Collectors.joining("; ", "different machines: ", ""));
    }

    /** Formats {@code plan of threads 3f2a91c07be4}; empty for a pair without managed threads. */
    public static String plan(AxisEffect.Pair pair) {
        return pair.plan().isEmpty() ? "" : "plan of threads " + pair.plan();
    }

    private static String stated(String value) {
        return value.isEmpty() ? "not stated" : value;
    }

    /** Formats the values of axes: {@code jvm zing, os rt}. */
    public static String coordinates(Map<String, String> coordinates) {
        return coordinates.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
