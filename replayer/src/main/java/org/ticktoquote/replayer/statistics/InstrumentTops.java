package org.ticktoquote.replayer.statistics;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.recording.RecordedQuote;

/** The tops of all venues in one instrument, and every (bid, ask) that was a top: memory grows with distinct tops. */
final class InstrumentTops {
    private final long[] bids;
    private final long[] asks;
    private final Set<Top> seen = new HashSet<>();

    private record Top(long bid, long ask) {}

    InstrumentTops(int venues) {
        this.bids = new long[venues];
        this.asks = new long[venues];
        Arrays.fill(bids, Price.NONE);
        Arrays.fill(asks, Price.NONE);
    }

    /** Applies a tick: a side that it does not carry keeps its value. */
    TickEffect apply(RecordedQuote quote) {
        int venue = quote.venueId();
        bids[venue] = quote.hasBid() ? quote.bid() : bids[venue];
        asks[venue] = quote.hasAsk() ? quote.ask() : asks[venue];
        boolean repeated = !seen.add(new Top(bids[venue], asks[venue]));
        return new TickEffect(bids[venue], asks[venue], !quote.twoSided(), repeated);
    }
}
