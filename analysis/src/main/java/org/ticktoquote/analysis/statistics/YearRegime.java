package org.ticktoquote.analysis.statistics;

import java.util.List;

/**
 * A kind of hour, as runs showed it.
 *
 * @param name as in {@code NFP replay}
 * @param hoursPerYear that are of this kind: 12 for the announcements of a year, not all 6,240 h of trading
 * @param runs of it
 */
public record YearRegime(String name, double hoursPerYear, List<Hours> runs) {
    private static final double NS_PER_HOUR = 3.6e12;

    /** One run: its length and its ticks. */
    public record Hours(long spanNs, ClientStatistics ticks) {}

    public YearRegime {
        runs = List.copyOf(runs);
    }

    /** Hours that were replayed. */
    public double replayed() {
        return runs.stream().mapToLong(Hours::spanNs).sum() / NS_PER_HOUR;
    }

    /** Of all its runs. */
    public long ticks() {
        return runs.stream().mapToLong(run -> run.ticks().ticks()).sum();
    }
}
