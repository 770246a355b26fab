package org.ticktoquote.benchmarks.peers;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Replay lags of one replay, sent minus intended time in ns.
 *
 * @param drift median of the last hundredth of the ticks minus that of the first
 */
record Lags(double p50, double p99, double p999, double max, double drift) {
    private static final int SHARE = 100;
    private static final double NS_PER_US = 1e3;

    /** @param lags lags of all ticks in nanoseconds, in sending order */
    static Lags of(long[] lags) {
        int edge = Math.max(1, lags.length / SHARE);
        double drift = at(sorted(lags, lags.length - edge, lags.length), 0.5) - at(sorted(lags, 0, edge), 0.5);
        long[] all = sorted(lags, 0, lags.length);
        return new Lags(at(all, 0.5), at(all, 0.99), at(all, 0.999), at(all, 1), drift);
    }

    /** Medians over several replays, for each statistic independently. */
    static Lags median(List<Lags> replays) {
        return new Lags(
                middle(replays, Lags::p50),
                middle(replays, Lags::p99),
                middle(replays, Lags::p999),
                middle(replays, Lags::max),
                middle(replays, Lags::drift));
    }

    private static double middle(List<Lags> replays, ToDoubleFunction<Lags> statistic) {
        double[] sorted = replays.stream().mapToDouble(statistic).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static long[] sorted(long[] lags, int from, int to) {
        long[] part = Arrays.copyOfRange(lags, from, to);
        Arrays.sort(part);
        return part;
    }

    /** Returns a quantile by nearest rank. */
    private static long at(long[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * share) - 1)];
    }

    /** Text in microseconds. */
    String text() {
        return String.format(
                Locale.ROOT,
                "p50 %7.2f us  p99 %8.2f us  p99.9 %9.2f us  max %9.2f us  drift %+8.2f us",
                p50 / NS_PER_US,
                p99 / NS_PER_US,
                p999 / NS_PER_US,
                max / NS_PER_US,
                drift / NS_PER_US);
    }

    /** Ratios to other lags, as text. */
    String times(Lags other) {
        return String.format(
                Locale.ROOT,
                "p50 x %.2f  p99 x %.2f  p99.9 x %.2f  max x %.2f",
                p50 / other.p50,
                p99 / other.p99,
                p999 / other.p999,
                max / other.max);
    }
}
