package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of one value per tick, the response at the last, median or first client. Percentiles are exact, by the rank
 * rule of docs/measures.md; lost ticks rank above every number.
 *
 * @param ticks number of due ticks
 * @param lost ticks that a client never received
 * @param lostEpisodes episodes of the lost ticks
 * @param p50Ns null if the rank falls among the lost ticks, or without ticks
 * @param p99Ns null if the rank falls among the lost ticks, or without ticks
 * @param maxNs null if a tick was lost, or without ticks
 * @param tailNs geometric mean of the latest 1 % of the ticks, each counted as p99.99 at most, rounded to the nanosecond;
 * null if p99.99 is lost
 * @param ranks levels at one half and at 10^(-i/10) of the ticks, i = 4, 5, 6 ... down to one tick; ties are broken evenly
 * @param thresholds levels of fixed values from p50 on, with the ticks strictly later; levels without late ticks are omitted
 * @param values distribution of all ticks that were not lost
 * @param blocks late ticks of the ranks in blocks of time; empty if only mean cluster sizes are known, as for a curve
 */
public record ClientStatistics(
        long ticks,
        long lost,
        long lostEpisodes,
        @Nullable Long p50Ns,
        @Nullable Long p99Ns,
        @Nullable Long maxNs,
        @Nullable Long tailNs,
        List<Exceedance> ranks,
        List<Exceedance> thresholds,
        ValueCounts values,
        LateBlocks blocks)
        implements Support {
    private static final double ROUNDING = 1e-6;

    public ClientStatistics {
        ranks = List.copyOf(ranks);
        thresholds = List.copyOf(thresholds);
    }

    /** Creates the statistics of an application that answered no tick: all ticks lost in one episode. */
    public static ClientStatistics allLost(long ticks) {
        Exceedance half = new Exceedance(TickSeries.LOST, ticks / 2, 1, ticks * ticks / 4, ticks / 2, 0, 0);
        ValueCounts none = new ValueCounts(List.of(), List.of());
        return new ClientStatistics(
                ticks, ticks, 1, null, null, null, null, List.of(half), List.of(), none, LateBlocks.NONE);
    }

    /** Creates the statistics of ticks for which only one level is known. */
    public static ClientStatistics ofLevel(long ticks, Exceedance level) {
        ValueCounts none = new ValueCounts(List.of(), List.of());
        return new ClientStatistics(
                ticks, 0, 0, null, null, null, null, List.of(level), List.of(level), none, LateBlocks.NONE);
    }

    /** Returns a copy with other thresholds, for example without a part of each response. */
    ClientStatistics withThresholds(List<Exceedance> others) {
        return new ClientStatistics(
                ticks, lost, lostEpisodes, p50Ns, p99Ns, maxNs, tailNs, ranks, others, values, blocks);
    }

    /**
     * Returns the exact value of a percentile.
     *
     * @param share fraction of ticks beyond it: 0.1, 0.01, 0.001, 0.0001
     * @return null if it is lost; the largest value if less than one tick lies beyond
     */
    public @Nullable Long percentileNs(double share) {
        long beyond = (long) (share * ticks + ROUNDING);
        long found = ranks.stream()
                .filter(level -> level.late() == beyond)
                .mapToLong(Exceedance::valueNs)
                .findFirst()
                .orElse(TickSeries.LOST);
        return found == TickSeries.LOST ? maxNs : (Long) found;
    }

    /**
     * Returns the number of ticks later than a value: exact for {@link #thresholds}, otherwise to a bucket of
     * {@link #values}.
     */
    public long later(long valueNs) {
        return thresholds.stream()
                .filter(level -> level.valueNs() == valueNs)
                .mapToLong(Exceedance::late)
                .findFirst()
                .orElseGet(() -> values.above(valueNs) + lost);
    }

    /**
     * Returns the highest level not above a value, so that its episodes include all beyond the value; a threshold wins a tie.
     * Returns the lowest level if all are above, and an empty one without ticks.
     */
    Exceedance below(long valueNs) {
        return Stream.concat(ranks.stream(), thresholds.stream())
                .filter(level -> level.valueNs() <= valueNs)
                .reduce((one, other) -> other.valueNs() >= one.valueNs() ? other : one)
                .or(() -> ranks.stream().findFirst())
                .orElse(new Exceedance(valueNs, 0, 0, 0, 0, 0, 0));
    }

    /** Returns whether more than half of the ticks are later; no episodes are counted below p50. */
    boolean mostlyLater(long valueNs) {
        return p50Ns == null || p50Ns > valueNs;
    }

    /**
     * Returns the level at a value. Between two levels, the ticks beyond the value are assumed to form episodes as large as
     * at the lower level.
     */
    public Exceedance beyond(long valueNs) {
        Exceedance lower = below(valueNs);
        long late = later(valueNs);
        if (lower.valueNs() == valueNs || late == 0) {
            return late == 0 ? new Exceedance(valueNs, 0, 0, 0, 0, 0, 0) : lower;
        }
        long squares = Math.round(lower.deff() * late);
        return new Exceedance(
                valueNs,
                late,
                Math.min(late, lower.episodes()),
                squares,
                Math.min(late, lower.largest()),
                0,
                lower.timeHighNs());
    }

    /**
     * Adds a number of late ticks to clusters, with the clustering of the nearest rank. No effect if none or all ticks are
     * late.
     */
    void addTo(Clusters clusters, double late) {
        if (late <= 0 || late >= ticks) {
            return;
        }
        int nearest = -1;
        double least = Double.MAX_VALUE;
        for (int rank = 0; rank < ranks.size(); rank++) {
            double distance = Math.abs(Math.log(ranks.get(rank).late() / late));
            if (!ranks.get(rank).amongLost() && distance < least) {
                nearest = rank;
                least = distance;
            }
        }
        if (nearest >= 0 && blocks.isEmpty()) {
            clusters.add(ranks.get(nearest).deff(), blocks, ticks, late);
        } else if (nearest >= 0) {
            clusters.add(blocks, nearest, ranks.get(nearest).late(), ticks, late);
        }
    }

    @Override
    public double effectiveBeyond(double share) {
        return PercentileBound.effective(List.of(this), share);
    }
}
