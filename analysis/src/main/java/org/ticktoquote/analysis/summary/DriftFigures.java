package org.ticktoquote.analysis.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** Returns whether the medians of the thirds differ by a factor of two or more. */
    public boolean notable() {
        return lastToFirst != null && (lastToFirst >= NOTABLE || lastToFirst <= 1 / NOTABLE);
    }
}
