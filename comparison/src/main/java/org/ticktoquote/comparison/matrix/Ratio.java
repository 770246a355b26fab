package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.EarlierSpread;
import org.ticktoquote.comparison.gate.LogDifference;

/**
 * Ratio of a figure to another case's, computed from the geometric means over the runs.
 *
 * @param low lower bound, equal to {@code high} if all values are exact
 * @param high upper bound; null if there is none
 * @param interval interval over the runs; null if there is none
 * @param refusal reason why there is no interval; otherwise empty
 */
public record Ratio(
        double low,
        @Nullable Double high,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Interval interval,
        String refusal) {
    /** Minimum runs per side; with fewer, an interval would contain everything or depend on assumptions. */
    private static final int MIN_RUNS = 3;

    private static final double ALPHA = 0.05;

    /**
     * 95 % interval: Student's t on the logarithms of the runs. It covers all values between the bounds of the runs'
     * figures.
     *
     * @param low lower end
     * @param high upper end
     * @param smallest smallest increase that so many runs detect in 95 of 100 comparisons, 0.15 for 15 %
     * @param paired whether runs of the same round were compared with each other
     */
    public record Interval(double low, double high, double smallest, boolean paired) {
        /** Returns whether the interval contains 1, so that the runs do not distinguish the cases. */
        public boolean holdsOne() {
            return low <= 1 && high >= 1;
        }
    }

    /** Figure of one run with its round. */
    record OfRun(int repeat, Bounds bounds) {}

    /**
     * Computes the ratio of the runs of two cases, at least one each.
     *
     * @param objection reason why an interval cannot be trusted; otherwise empty
     */
    static Ratio of(List<OfRun> figure, List<OfRun> base, String objection) {
        double low = over(mean(logs(figure, Ratio::low)), mean(logs(base, Ratio::high)));
        double high = over(mean(logs(figure, Ratio::high)), mean(logs(base, Ratio::low)));
        String refusal = refusal(figure, base, objection);
        return new Ratio(
                low,
                Double.isFinite(high) ? (Double) high : null,
                refusal.isEmpty() ? interval(figure, base) : null,
                refusal);
    }

    private static String refusal(List<OfRun> figure, List<OfRun> base, String objection) {
        if (Math.min(figure.size(), base.size()) < MIN_RUNS) {
            return "fewer than 3 runs a side";
        }
        boolean open = IntStream.of(0, 1)
                .mapToObj(side -> side == 0 ? figure : base)
                .flatMap(List::stream)
                .anyMatch(run -> run.bounds().refused()
                        || run.bounds().highNs() == null
                        || run.bounds().lowNs() <= 0);
        return open ? "a run has no value" : objection;
    }

    private static Interval interval(List<OfRun> figure, List<OfRun> base) {
        boolean paired = repeats(figure).equals(repeats(base));
        LogDifference least = difference(logs(base, Ratio::high), logs(figure, Ratio::low), paired);
        LogDifference most = difference(logs(base, Ratio::low), logs(figure, Ratio::high), paired);
        return new Interval(
                Math.exp(least.lower(ALPHA / 2)),
                Math.exp(most.upper(ALPHA / 2)),
                Math.expm1(Math.max(least.smallest(ALPHA), most.smallest(ALPHA))),
                paired);
    }

    private static LogDifference difference(List<Double> base, List<Double> figure, boolean paired) {
        return paired ? LogDifference.paired(base, figure) : LogDifference.of(base, figure, EarlierSpread.NONE);
    }

    private static List<Integer> repeats(List<OfRun> runs) {
        return runs.stream().map(OfRun::repeat).toList();
    }

    private static double low(Bounds bounds) {
        return bounds.lowNs();
    }

    private static double high(Bounds bounds) {
        return bounds.highNs() == null ? Double.POSITIVE_INFINITY : bounds.highNs();
    }

    private static List<Double> logs(List<OfRun> runs, Function<Bounds, Double> value) {
        return runs.stream().map(run -> Math.log(value.apply(run.bounds()))).toList();
    }

    private static double mean(List<Double> logs) {
        return logs.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Divides two values given as logarithms; 0 or infinity if an operand is infinite. */
    private static double over(double log, double baseLog) {
        return baseLog == Double.POSITIVE_INFINITY || log == Double.NEGATIVE_INFINITY ? 0 : Math.exp(log - baseLog);
    }

    public boolean unknown() {
        return low == 0 && high == null;
    }
}
