package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Support of a series that is read only twice. {@link #add} takes all values in the first pass, {@link #tick} all ticks in
 * the second.
 *
 * <p>Each value counts as the upper end of its bucket, at most 0.1 % high; negative values count as 0. Not thread-safe.
 */
public final class TickSupport implements Support {
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(DIGITS);
    private long lost;
    private long[] beyond = {};
    private long[] valuesNs = {};
    private @Nullable BlockCounter blocks;
    private @Nullable List<Double> effective;

    /** Adds values and a number of lost ticks in the first pass. */
    public void add(Histogram values, long more) {
        for (var bucket : values.recordedValues()) {
            histogram.recordValueWithCount(bucket.getValueIteratedTo(), bucket.getCountAtValueIteratedTo());
        }
        lost += more;
    }

    /** Adds a tick in the second pass, in the order sent. */
    public void tick(long intendedNs, long valueNs) {
        if (blocks == null) {
            blocks = beyondRanks();
        }
        blocks.tick(intendedNs, Math.max(0, valueNs));
    }

    private BlockCounter beyondRanks() {
        beyond = SeriesPasses.beyond(ticks());
        long[] ranks = LongStream.of(beyond).map(late -> ticks() - late).toArray();
        long[] from = new long[ranks.length];
        long[] values = new long[ranks.length];
        long[] ties = new long[ranks.length];
        long[] tiesBeyond = new long[ranks.length];
        int next = 0; // ranks ascend
        long upTo = 0;
        for (var bucket : histogram.recordedValues()) {
            upTo += bucket.getCountAtValueIteratedTo();
            for (; next < ranks.length && ranks[next] <= upTo; next++) {
                values[next] = histogram.highestEquivalentValue(bucket.getValueIteratedTo());
                from[next] = histogram.lowestEquivalentValue(values[next]);
                ties[next] = bucket.getCountAtValueIteratedTo();
                tiesBeyond[next] = upTo - ranks[next];
            }
        }
        for (; next < ranks.length; next++) {
            values[next] = TickSeries.LOST;
            from[next] = TickSeries.LOST;
            ties[next] = lost;
            tiesBeyond[next] = ticks() - ranks[next];
        }
        valuesNs = values;
        return new BlockCounter(from, values, ties, tiesBeyond);
    }

    @Override
    public long ticks() {
        return histogram.getTotalCount() + lost;
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public double effectiveBeyond(double share) {
        if (effective == null) {
            List<Long> late = LongStream.of(beyond).boxed().toList();
            effective = blocks == null ? List.of() : blocks.counted().effective(late, ticks());
        }
        double most = 0;
        for (int rank = 0; rank < effective.size(); rank++) {
            boolean counts = beyond[rank] < share * ticks() + 1 && valuesNs[rank] != TickSeries.LOST;
            most = counts ? Math.max(most, effective.get(rank)) : most;
        }
        return most;
    }
}
