package org.ticktoquote.analysis.summary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Change of the last client's latency during the measured part, by ticks in the order sent. It is informative, not a
 * verdict, because the load changes too, mostly at the announcement. It applies to the latest attribution if there are two.
 *
 * @param tenths ten equal parts of the ticks; empty if it is unknown which ticks were answered
 * @param firstThirdP50Ns median of the due ticks in the first third; null if there are none or it is lost
 * @param lastThirdP50Ns median in the last third
 * @param lastToFirst their ratio; null if undefined
 */
public record DriftFigures(
        List<Tenth> tenths,
        @Nullable Long firstThirdP50Ns,
        @Nullable Long lastThirdP50Ns,
        @Nullable Double lastToFirst) {
    public static final DriftFigures NONE = new DriftFigures(List.of(), null, null, null);

    private static final int TENTHS = 10;
    private static final int THIRDS = 3;
    private static final double NS_PER_S = 1e9;
    /** Smaller ratios would lose their digits by rounding to a thousandth. */
    private static final double MIN_ROUNDED = 0.01;
    /** Ratio that is reported, as is its inverse. */
    private static final double NOTABLE = 2;

    public DriftFigures {
        tenths = List.copyOf(tenths);
    }

    /**
     * One tenth of the ticks.
     *
     * @param fromNs intended time of its first tick, relative to the first tick of the run
     * @param ticks number of ticks
     * @param ticksPerSecond load: ticks over the time to the first tick of the next tenth
     * @param due ticks that at least one session waits for
     * @param lost due ticks that at least one session lost; they rank above every measured value
     * @param p50Ns median of the due ticks; null if there are none or the rank is lost
     * @param p99Ns 99th percentile of the due ticks; null if there are none or the rank is lost
     */
    public record Tenth(
            long fromNs,
            long ticks,
            double ticksPerSecond,
            long due,
            long lost,
            @Nullable Long p50Ns,
            @Nullable Long p99Ns) {}

    /** Computes the drift of results with known client latencies, for each tenth of the ticks and from the first to the last third. */
    public static DriftFigures of(TickResults results) {
        if (results.ticks() == 0) {
            return NONE;
        }
        List<Tenth> tenths = new ArrayList<>();
        for (int i = 0; i < TENTHS; i++) {
            long from = first(results, i, TENTHS);
            long to = first(results, i + 1, TENTHS);
            if (to > from) {
                tenths.add(tenth(results, from, to));
            }
        }
        Long first = percentile(lastClients(results, 1, first(results, 1, THIRDS)), 0.5);
        Long last = percentile(lastClients(results, first(results, 2, THIRDS), results.ticks() + 1), 0.5);
        return new DriftFigures(tenths, first, last, ratio(last, first));
    }

    /** Returns the id of the first tick of a part; for the part after the last, one more than the last id. */
    private static long first(TickResults results, int part, int parts) {
        return 1 + results.ticks() * part / parts;
    }

    private static Tenth tenth(TickResults results, long from, long to) {
        long[] values = lastClients(results, from, to);
        long lost =
                Arrays.stream(values).filter(value -> value == TickResults.LOST).count();
        long startNs = results.intendedNs(from);
        return new Tenth(
                startNs - results.intendedNs(1),
                to - from,
                perSecond(results, from, to),
                values.length,
                lost,
                percentile(values, 0.5),
                percentile(values, 0.99));
    }

    /** Returns the tick rate, rounded to a thousandth. */
    private static double perSecond(TickResults results, long from, long to) {
        long gaps = Math.min(to, results.ticks()) - from;
        long ns = results.intendedNs(Math.min(to, results.ticks())) - results.intendedNs(from);
        return ns <= 0 ? 0 : Math.round(gaps * NS_PER_S / ns * 1e3) / 1e3;
    }

    /** Returns the sorted latencies of the due ticks with ids from {@code from}, inclusive, to {@code to}, exclusive. */
    private static long[] lastClients(TickResults results, long from, long to) {
        long[] values = new long[(int) (to - from)];
        int count = 0;
        for (long tickId = from; tickId < to; tickId++) {
            long value = results.lastClientNs(tickId);
            if (value != TickResults.NONE) {
                values[count++] = value;
            }
        }
        long[] due = Arrays.copyOf(values, count);
        Arrays.sort(due);
        return due;
    }

    /**
     * Returns the smallest value that at least the share {@code part} of the values does not exceed; null if it is lost or
     * there are none.
     */
    private static @Nullable Long percentile(long[] sorted, double part) {
        if (sorted.length == 0) {
            return null;
        }
        long value = sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
        return value == TickResults.LOST ? null : value;
    }

    /** Returns the ratio, rounded to a thousandth if it is not small; null if undefined. */
    private static @Nullable Double ratio(@Nullable Long last, @Nullable Long first) {
        if (last == null || first == null || first <= 0) {
            return null;
        }
        double ratio = (double) last / first;
        return ratio < MIN_ROUNDED ? ratio : Math.round(1e3 * last / first) / 1e3;
    }

    /** Returns whether the medians of the thirds differ by a factor of two or more. */
    public boolean notable() {
        return lastToFirst != null && (lastToFirst >= NOTABLE || lastToFirst <= 1 / NOTABLE);
    }
}
