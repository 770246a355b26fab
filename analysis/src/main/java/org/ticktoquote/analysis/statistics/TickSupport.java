package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The support of a series that is read only twice: once for its values, once for the episodes beyond their ranks.
 *
 * <p>Each value counts as the upper end of its bucket, 0.1 % high at most; values below 0 count as 0. Not thread-safe.
 */
public final class TickSupport implements Support {
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(DIGITS);
    private long lost;
    private @Nullable NestedEpisodes episodes;
    private @Nullable List<Level> counted;

    /** The next tick's value, the first time; {@link TickSeries#LOST} where it was lost. */
    public void count(long valueNs) {
        if (valueNs == TickSeries.LOST) {
            lost++;
        } else {
            histogram.recordValue(Math.max(0, valueNs));
        }
    }

    /** Adds the values of other ticks, before any is told the second time. */
    public void add(TickSupport other) {
        add(other.histogram, other.lost);
    }

    /** Adds values of which some were lost, before any is told the second time. */
    public void add(Histogram values, long more) {
        for (var bucket : values.recordedValues()) {
            histogram.recordValueWithCount(bucket.getValueIteratedTo(), bucket.getCountAtValueIteratedTo());
        }
        lost += more;
    }

    /** The same tick the second time, after all were counted; in the order sent. */
    public void tick(long intendedNs, long valueNs) {
        if (episodes == null) {
            episodes = beyondRanks();
        }
        episodes.tick(intendedNs, Math.max(0, valueNs));
    }

    private NestedEpisodes beyondRanks() {
        long[] ranks = LongStream.of(SeriesPasses.beyond(ticks()))
                .map(beyond -> ticks() - beyond)
                .toArray();
        long[] from = new long[ranks.length];
        long[] values = new long[ranks.length];
        long[] ties = new long[ranks.length];
        long[] tiesBeyond = new long[ranks.length];
        int next = 0; // ranks rise
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
        return new NestedEpisodes(from, values, ties, tiesBeyond);
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
        if (counted == null) {
            counted = episodes == null ? List.of() : episodes.counted();
        }
        return Level.effectiveBeyond(counted, share * ticks());
    }
}
