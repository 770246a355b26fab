package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of one value a tick: the response at the last, the median or the first client. Percentiles are exact, by the
 * rank rule of docs/measures.md; lost ticks rank above every number.
 *
 * @param ticks due ones
 * @param lost of them, ticks that a client never got
 * @param lostEpisodes that the lost ones form
 * @param p50Ns null where the rank falls among the lost, or there are no ticks
 * @param p99Ns likewise
 * @param maxNs null where a tick was lost, or there are none
 * @param tailNs geometric mean of the latest 1 % of the ticks, each counted as p99.99 at most, rounded to the nanosecond; null
 *     where p99.99 is lost
 * @param ranks levels at a half of the ticks and at 10^(-i/10) of them, i = 4, 5, 6 ... down to one tick; ties are broken evenly
 * @param thresholds levels of fixed values above p50, with the ticks that are strictly later; those that no tick exceeds are
 *     left out
 * @param values all ticks that were not lost
 * @param blocks late ticks of the ranks in blocks of time; empty where only their clusters are known, as of a curve
 */
public record ClientStatistics(
        long ticks,
        long lost,
        long lostEpisodes,
        @Nullable Long p50Ns,
        @Nullable Long p99Ns,
        @Nullable Long maxNs,
        @Nullable Long tailNs,
        List<Level> ranks,
        List<Level> thresholds,
        ValueCounts values,
        LateBlocks blocks)
        implements Support {
    private static final double ROUNDING = 1e-6;

    public ClientStatistics {
        ranks = List.copyOf(ranks);
        thresholds = List.copyOf(thresholds);
    }

    /** Of an application that answered nothing: as many ticks as were due, all lost in one episode. */
    public static ClientStatistics allLost(long ticks) {
        Level half = new Level(TickSeries.LOST, ticks / 2, 1, ticks * ticks / 4, ticks / 2, 0, 0);
        ValueCounts none = new ValueCounts(List.of(), List.of());
        return new ClientStatistics(
                ticks, ticks, 1, null, null, null, null, List.of(half), List.of(), none, LateBlocks.NONE);
    }

    /** Of so many ticks, of which only those beyond one value are known. */
    public static ClientStatistics ofLevel(long ticks, Level level) {
        ValueCounts none = new ValueCounts(List.of(), List.of());
        return new ClientStatistics(
                ticks, 0, 0, null, null, null, null, List.of(level), List.of(level), none, LateBlocks.NONE);
    }

    /** The same with other levels of fixed values, as of ticks without a part of their response. */
    ClientStatistics withThresholds(List<Level> others) {
        return new ClientStatistics(
                ticks, lost, lostEpisodes, p50Ns, p99Ns, maxNs, tailNs, ranks, others, values, blocks);
    }

    /**
     * The exact value of a percentile.
     *
     * @param share of ticks beyond it: 0.1, 0.01, 0.001, 0.0001
     * @return null where it is lost; the largest value where less than one tick is beyond
     */
    public @Nullable Long percentileNs(double share) {
        long beyond = (long) (share * ticks + ROUNDING);
        long found = ranks.stream()
                .filter(level -> level.late() == beyond)
                .mapToLong(Level::valueNs)
                .findFirst()
                .orElse(TickSeries.LOST);
        return found == TickSeries.LOST ? maxNs : (Long) found;
    }

    /** Ticks later than a value: exact where it is one of the {@link #thresholds}, else to a bucket of {@link #values}. */
    public long later(long valueNs) {
        return thresholds.stream()
                .filter(level -> level.valueNs() == valueNs)
                .mapToLong(Level::late)
                .findFirst()
                .orElseGet(() -> values.above(valueNs) + lost);
    }

    /**
     * The level of the highest value that is not above a value, so that its episodes hold those beyond the value: one of
     * the thresholds where both have the same. Below all of them it is the lowest; without ticks an empty one.
     */
    Level below(long valueNs) {
        return Stream.concat(ranks.stream(), thresholds.stream())
                .filter(level -> level.valueNs() <= valueNs)
                .reduce((one, other) -> other.valueNs() >= one.valueNs() ? other : one)
                .or(() -> ranks.stream().findFirst())
                .orElse(new Level(valueNs, 0, 0, 0, 0, 0, 0));
    }

    /** Whether more than half of the ticks are later: below p50 no episodes were counted. */
    boolean mostlyLater(long valueNs) {
        return p50Ns == null || p50Ns > valueNs;
    }

    /** The level at a value; where it is between two, the ticks of the value in episodes as large as those of the lower. */
    Level beyond(long valueNs) {
        Level lower = below(valueNs);
        long late = later(valueNs);
        if (lower.valueNs() == valueNs || late == 0) {
            return late == 0 ? new Level(valueNs, 0, 0, 0, 0, 0, 0) : lower;
        }
        long squares = Math.round(lower.deff() * late);
        return new Level(
                valueNs,
                late,
                Math.min(late, lower.episodes()),
                squares,
                Math.min(late, lower.largest()),
                0,
                lower.timeHighNs());
    }

    /** Adds its ticks beyond a value to clusters, by the rank that is nearest to it; nothing where none or all of them are. */
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
