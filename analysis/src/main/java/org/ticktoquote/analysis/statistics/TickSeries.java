package org.ticktoquote.analysis.statistics;

import org.agrona.collections.LongLongConsumer;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/** One value per tick, in the order sent; can be read repeatedly. */
@FunctionalInterface
public interface TickSeries {
    /** Value of a lost tick; greater than any other value. */
    long LOST = TickResults.LOST;

    /**
     * Visits every tick once.
     *
     * @param visitor receives the intended time, which never decreases, and the value: 0 or more, {@link #LOST} if the tick was
     *     lost
     */
    void each(LongLongConsumer visitor);

    /**
     * Returns the response of every due tick at one of its clients. Omits ticks that are due at no client; negative values
     * count as 0.
     *
     * @param results tick results with known client latencies
     */
    static TickSeries ofClient(TickResults results, TickBlock.ClientRank client) {
        return visitor -> {
            TickBlock block = TickBlock.heads(results);
            while (block.next()) {
                for (int place = 0; place < block.size(); place++) {
                    long found = block.clientNs(client, place);
                    if (found != TickResults.NONE) {
                        visitor.accept(block.intendedNs(place), Math.max(0, found));
                    }
                }
            }
        };
    }
}
