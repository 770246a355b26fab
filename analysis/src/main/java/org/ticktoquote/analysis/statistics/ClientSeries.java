package org.ticktoquote.analysis.statistics;

import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * The response of every due tick at one of its clients: ticks that are due for nobody are left out, values below 0 count as 0.
 *
 * @param results whose client latencies are known
 */
record ClientSeries(TickResults results, TickBlock.Client client) implements TickSeries {
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
