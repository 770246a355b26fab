package org.ticktoquote.analysis.measures;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.HdrHistogram.Histogram;
import org.ticktoquote.analysis.distribution.BucketCounts;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Latency values of a run by second of the tick's intended time, identical to the values in the distributions. Holds one
 * second at a time. Threads can read different latencies concurrently.
 *
 * @param results measured results of one attribution
 * @param other results of the other attribution; the same object if there is only one
 * @param quoteAges quote ages, one element per thread
 * @param t0Ns intended time of the first tick
 */
public record RunSeconds(TickResults results, TickResults other, List<QuoteAges> quoteAges, long t0Ns) {
    public static final long LENGTH_NS = 1_000_000_000;

    public RunSeconds {
        quoteAges = List.copyOf(quoteAges);
    }

    static long second(long intendedNs, long t0Ns) {
        return Math.floorDiv(intendedNs - t0Ns, LENGTH_NS);
    }

    /**
     * Returns the values of a latency by second. The result visits every second with values once, in rising order. Its
     * visitor receives the values, valid until its next call, and the number of their second, counted from 0.
     */
    public Consumer<ObjLongConsumer<Histogram>> of(Latency latency) {
        return latency == Latency.QUOTE_AGE ? QuoteAges.seconds(quoteAges) : visitor -> each(latency, visitor);
    }

    private void each(Latency latency, ObjLongConsumer<Histogram> visitor) {
        TickBlock block = ofCells(latency) ? TickBlock.whole(results) : TickBlock.heads(results);
        TickBlock otherBlock = latency == Latency.FAN_OUT_SKEW ? TickBlock.heads(other) : block;
        Histogram histogram = Distribution.emptyHistogram();
        BucketCounts counts = new BucketCounts();
        long second = 0;
        while (block.next()) {
            if (otherBlock != block) {
                otherBlock.next();
            }
            for (int place = 0; place < block.size(); ) {
                long next = second(block.intendedNs(place), t0Ns);
                if (next != second) {
                    give(second, counts, histogram, visitor);
                    second = next;
                }
                place = addSecond(second, latency, block, otherBlock, place, counts);
            }
        }
        give(second, counts, histogram, visitor);
    }

    private static void give(
            long second, BucketCounts counts, Histogram histogram, ObjLongConsumer<Histogram> visitor) {
        counts.moveTo(histogram);
        if (histogram.getTotalCount() > 0) {
            visitor.accept(histogram, second);
            histogram.reset();
        }
    }

    /**
     * Adds the ticks of one second from a position on. Separate from the output so that the compiler gets a small loop.
     *
     * @return the first position of another second, or the end of the block
     */
    private int addSecond(
            long second, Latency latency, TickBlock block, TickBlock otherBlock, int first, BucketCounts to) {
        long fromNs = t0Ns + second * LENGTH_NS;
        int place = first;
        do {
            if (ofCells(latency)) {
                addCells(latency, block, place, to);
            } else {
                add(value(latency, block, otherBlock, place), to);
            }
            place++;
        } while (place < block.size() && Long.compareUnsigned(block.intendedNs(place) - fromNs, LENGTH_NS) < 0);
        return place;
    }

    private static boolean ofCells(Latency latency) {
        return latency == Latency.RESPONSE || latency == Latency.RESPONSE_PUBLISHED || latency == Latency.SERVICE;
    }

    private static void addCells(Latency latency, TickBlock block, int place, BucketCounts to) {
        long lateNs = latency == Latency.SERVICE ? block.sentNs(place) - block.intendedNs(place) : 0;
        for (int session = 0; session < block.sessions(); session++) {
            long cell = block.cell(place, session);
            if (latency != Latency.RESPONSE_PUBLISHED || ResultCell.published(cell)) {
                add(TickValues.shifted(TickValues.response(cell), lateNs), to);
            }
        }
    }

    private static long value(Latency latency, TickBlock block, TickBlock otherBlock, int place) {
        return switch (latency) {
            case FIRST_CLIENT -> block.clientNs(TickBlock.ClientRank.FIRST, place);
            case MEDIAN_CLIENT -> block.clientNs(TickBlock.ClientRank.MEDIAN, place);
            case LAST_CLIENT -> block.lastClientNs(place);
            case FAN_OUT_SKEW ->
                TickValues.skew(otherBlock.clientNs(TickBlock.ClientRank.FIRST, place), block.lastClientNs(place));
            case REPLAY_LAG -> block.lagNs(place);
            case RESPONSE, RESPONSE_PUBLISHED, SERVICE, QUOTE_AGE ->
                throw new IllegalArgumentException(latency + " has no single value per tick");
        };
    }

    private static void add(long value, BucketCounts to) {
        if (value != TickResults.NONE && value != TickResults.LOST) {
            to.add(value);
        }
    }
}
