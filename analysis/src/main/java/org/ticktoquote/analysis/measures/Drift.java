package org.ticktoquote.analysis.measures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.DriftFigures.Tenth;

/**
 * Computes the last client's latency for each tenth of the ticks, and how its median changes from the first to the last
 * third.
 */
public final class Drift {
    private static final int TENTHS = 10;
    private static final int THIRDS = 3;
    private static final double NS_PER_S = 1e9;
    /** Smaller ratios would lose their digits by rounding to a thousandth. */
    private static final double MIN_ROUNDED = 0.01;

    private final TickResults results;

    private Drift(TickResults results) {
        this.results = results;
    }

    /** Computes the drift of results with known client latencies. */
    public static DriftFigures of(TickResults results) {
        if (results.ticks() == 0) {
            return DriftFigures.NONE;
        }
        Drift drift = new Drift(results);
        List<Tenth> tenths = new ArrayList<>();
        for (int i = 0; i < TENTHS; i++) {
            long from = drift.first(i, TENTHS);
            long to = drift.first(i + 1, TENTHS);
            if (to > from) {
                tenths.add(drift.tenth(from, to));
            }
        }
        Long first = percentile(drift.lastClients(1, drift.first(1, THIRDS)), 0.5);
        Long last = percentile(drift.lastClients(drift.first(2, THIRDS), results.ticks() + 1), 0.5);
        return new DriftFigures(tenths, first, last, ratio(last, first));
    }

    /** Returns the id of the first tick of a part; for the part after the last, one more than the last id. */
    private long first(int part, int parts) {
        return 1 + results.ticks() * part / parts;
    }

    private Tenth tenth(long from, long to) {
        long[] values = lastClients(from, to);
        long lost =
                Arrays.stream(values).filter(value -> value == TickResults.LOST).count();
        long startNs = results.intendedNs(from);
        return new Tenth(
                startNs - results.intendedNs(1),
                to - from,
                perSecond(from, to),
                values.length,
                lost,
                percentile(values, 0.5),
                percentile(values, 0.99));
    }

    /** Returns the tick rate, rounded to a thousandth. */
    private double perSecond(long from, long to) {
        long gaps = Math.min(to, results.ticks()) - from;
        long ns = results.intendedNs(Math.min(to, results.ticks())) - results.intendedNs(from);
        return ns <= 0 ? 0 : Math.round(gaps * NS_PER_S / ns * 1e3) / 1e3;
    }

    /** Returns the sorted latencies of the due ticks with ids from {@code from}, inclusive, to {@code to}, exclusive. */
    private long[] lastClients(long from, long to) {
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
}
