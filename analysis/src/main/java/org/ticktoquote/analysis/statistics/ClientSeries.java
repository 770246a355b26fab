package org.ticktoquote.analysis.statistics;

import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Response of every due tick at one of its clients. Omits ticks that are due at no client; negative values count as 0.
 *
 * @param results tick results with known client latencies
 */
record ClientSeries(TickResults results, TickBlock.ClientRank client) implements TickSeries {
    @Override
    public void each(Visitor visitor) {
        TickBlock block = TickBlock.heads(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long found = block.clientNs(client, place);
                if (found != TickResults.NONE) {
                    visitor.tick(block.intendedNs(place), Math.max(0, found));
                }
            }
        }
    }
}
