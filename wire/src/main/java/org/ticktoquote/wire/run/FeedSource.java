package org.ticktoquote.wire.run;

import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.wire.message.FeedFlow;

/** Journals the ticks of one flow of a feed with the ids that it gives them. One thread; no allocation. */
final class FeedSource implements FeedFlow.Sink, AutoCloseable {
    private final JournalWriter writer;
    private final WireClock clock;
    private final int[] instruments;
    private final int firstVenue;

    /**
     * @param instruments of the run, by the feed's numbers
     * @param firstVenue the run's number of the feed's venue 0
     */
    FeedSource(JournalWriter writer, WireClock clock, int[] instruments, int firstVenue) {
        this.writer = writer;
        this.clock = clock;
        this.instruments = instruments;
        this.firstVenue = firstVenue;
    }

    @Override
    public void tick(QuoteDecoder quote, long timeNs) {
        long sentNs = clock.toRun(timeNs);
        int at = writer.claim();
        MutableDirectBuffer to = writer.buffer();
        TickRecord.putTimes(to, at, quote.tickId(), sentNs, sentNs, 0);
        TickRecord.putSource(
                to,
                at,
                quote.venueTimeNs(),
                instruments[quote.instrumentId()],
                firstVenue + quote.venueId(),
                (quote.sides().bid() ? TickRecord.BID : 0) | (quote.sides().ask() ? TickRecord.ASK : 0));
        TickRecord.putTop(to, at, quote.bid(), quote.ask(), quote.bidQuantity(), quote.askQuantity());
        writer.commit();
    }

    @Override
    public void session(long session, long timeNs) {
        // the merge tells ids apart by their times
    }

    @Override
    public void instrument(InstrumentDefinitionDecoder definition) {
        // the survey has them
    }

    @Override
    public void venue(VenueDefinitionDecoder definition) {
        // likewise
    }

    @Override
    public void close() {
        writer.close();
    }
}
