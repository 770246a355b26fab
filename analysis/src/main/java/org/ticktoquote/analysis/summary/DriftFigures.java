package org.ticktoquote.analysis.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the latency of the last client changed in the measured part, by ticks in send order. Information and no verdict: the load
 * changes too, most of all at the announcement. Where snapshots name no tick, under the attribution that answers latest.
 *
 * @param tenths of the ticks; empty where it is not known which ticks were answered
 * @param firstThirdP50Ns median of the due ticks of the first third; null when there is none, or it is lost
 * @param lastThirdP50Ns of the last third
 * @param lastToFirst the one over the other; null where there is no such ratio
 */
public record DriftFigures(
        List<Tenth> tenths,
        @Nullable Long firstThirdP50Ns,
        @Nullable Long lastThirdP50Ns,
        @Nullable Double lastToFirst) {
    /** Nothing is known. */
    public static final DriftFigures NONE = new DriftFigures(List.of(), null, null, null);

    /** A ratio from which on, or below whose inverse, it is worth a line. */
    private static final double NOTABLE = 2;

    public DriftFigures {
        tenths = List.copyOf(tenths);
    }

    /**
     * A tenth of the ticks.
     *
     * @param fromNs intended time of its first tick, from that of the first of all
     * @param ticks in it
     * @param ticksPerSecond the load: its ticks over the time to the next tenth's first tick
     * @param due those that at least one session waits for
     * @param lost due ones that at least one session lost: above every measured value
     * @param p50Ns of the due ones; null when there is none, or the rank falls among the lost
     * @param p99Ns the same
     */
    public record Tenth(
            long fromNs,
            long ticks,
            double ticksPerSecond,
            long due,
            long lost,
            @Nullable Long p50Ns,
            @Nullable Long p99Ns) {}

    /** Whether the medians of the thirds differ by a factor of two or more. */
    public boolean notable() {
        return lastToFirst != null && (lastToFirst >= NOTABLE || lastToFirst <= 1 / NOTABLE);
    }
}
