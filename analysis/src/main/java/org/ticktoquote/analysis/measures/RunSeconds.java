package org.ticktoquote.analysis.measures;

import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.ticktoquote.analysis.distribution.BucketCounts;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.Seconds;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/**
 * The values of a run's latencies, second by second of the intended time of their ticks: the same values as in the
 * distributions. One second at a time is held; threads may read different latencies at once.
 *
 * @param results measured
 * @param other the results of the other attribution; the same where there is only one
 * @param quoteAges as every thread found them
 * @param t0Ns when the first tick was to leave
 */
public record RunSeconds(TickResults results, TickResults other, List<QuoteAges> quoteAges, long t0Ns) {
    /** The length of a second. */
    public static final long LENGTH_NS = 1_000_000_000;

    public RunSeconds {
        quoteAges = List.copyOf(quoteAges);
    }

    static long second(long intendedNs, long t0Ns) {
        return Math.floorDiv(intendedNs - t0Ns, LENGTH_NS);
    }

    /** Of a latency. */
    public Seconds of(Latency latency) {
        return latency == Latency.QUOTE_AGE ? QuoteAges.seconds(quoteAges) : visitor -> each(values(latency), visitor);
    }

    /** Adds what a tick has. */
    private interface Values {
        void add(long tickId, BucketCounts to);
    }

    private void each(Values values, Seconds.Visitor visitor) throws IOException {
        Histogram histogram = Distribution.emptyHistogram();
        BucketCounts counts = new BucketCounts();
        for (long tickId = 1; tickId <= results.ticks(); ) {
            long second = second(results.intendedNs(tickId), t0Ns);
            tickId = addSecond(second, tickId, values, counts);
            counts.moveTo(histogram);
            if (histogram.getTotalCount() > 0) {
                visitor.take(second, histogram);
                histogram.reset();
            }
        }
    }

    /**
     * Adds the ticks of a second, from a first one on. Apart from the writing, so that the compiler has a small loop to do.
     *
     * @return the first tick of another second
     */
    private long addSecond(long second, long firstTickId, Values values, BucketCounts to) {
        long fromNs = t0Ns + second * LENGTH_NS;
        long tickId = firstTickId;
        do {
            values.add(tickId++, to);
        } while (tickId <= results.ticks() && Long.compareUnsigned(results.intendedNs(tickId) - fromNs, LENGTH_NS) < 0);
        return tickId;
    }

    private Values values(Latency latency) {
        return switch (latency) {
            case RESPONSE, RESPONSE_PUBLISHED, SERVICE -> ofCells(latency);
            case FIRST_CLIENT -> (tickId, to) -> add(results.firstClientNs(tickId), to);
            case MEDIAN_CLIENT -> (tickId, to) -> add(results.medianClientNs(tickId), to);
            case LAST_CLIENT -> (tickId, to) -> add(results.lastClientNs(tickId), to);
            case FAN_OUT_SKEW ->
                (tickId, to) -> add(TickValues.skew(other.firstClientNs(tickId), results.lastClientNs(tickId)), to);
            case REPLAY_LAG -> (tickId, to) -> add(results.lagNs(tickId), to);
            case QUOTE_AGE -> throw new IllegalArgumentException("of snapshots");
        };
    }

    private Values ofCells(Latency latency) {
        long[] cells = new long[results.sessions()];
        return (tickId, to) -> {
            long lagNs = latency == Latency.SERVICE ? results.sentNs(tickId) - results.intendedNs(tickId) : 0;
            results.cells(tickId, cells);
            for (long cell : cells) {
                if (latency != Latency.RESPONSE_PUBLISHED || ResultCell.published(cell)) {
                    add(TickValues.shifted(TickValues.response(cell), lagNs), to);
                }
            }
        };
    }

    private static void add(long value, BucketCounts to) {
        if (value != TickResults.NONE && value != TickResults.LOST) {
            to.add(value);
        }
    }
}
