package org.ticktoquote.wire.run;

import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.wire.message.FeedFlow;

/** What a feed of a capture defines, and how many ticks it has. One thread. */
final class FeedSurvey implements FeedFlow.Sink {
    private final Map<Integer, Instrument> instruments = new TreeMap<>();
    private final Map<Integer, String> venues = new TreeMap<>();
    private int highestInstrument = -1;
    private int highestVenue = -1;
    private long ticks;
    private long warmUp;
    private boolean dense = true;

    @Override
    public void tick(QuoteDecoder quote, long timeNs) {
        highestInstrument = Math.max(highestInstrument, quote.instrumentId());
        highestVenue = Math.max(highestVenue, quote.venueId());
        if (!TickRecord.isWarmUp(quote.tickId())) {
            ticks++;
            dense &= quote.tickId() == ticks;
        } else {
            warmUp++;
        }
    }

    @Override
    public void session(long session, long timeNs) {
        // ids tell sessions apart where it matters
    }

    @Override
    public void instrument(InstrumentDefinitionDecoder from) {
        if (!instruments.containsKey(from.instrumentId())) {
            Instrument defined = new Instrument(from.instrumentId(), from.symbol(), from.pip(), from.tickSize());
            instruments.put(defined.id(), defined);
        }
    }

    @Override
    public void venue(VenueDefinitionDecoder from) {
        if (!venues.containsKey((int) from.venueId())) {
            venues.put((int) from.venueId(), from.name());
        }
    }

    /** Measured ones, repeated ones left out. */
    long ticks() {
        return ticks;
    }

    /** Ticks of the warm-up of a captured run. */
    long warmUp() {
        return warmUp;
    }

    /** Whether the measured ticks have the ids 1, 2, 3 and so on. */
    boolean dense() {
        return dense;
    }

    /** By their numbers in the feed. */
    Map<Integer, Instrument> instruments() {
        return instruments;
    }

    int highestInstrument() {
        return highestInstrument;
    }

    /** The name of a venue. */
    String venue(int id) {
        return venues.getOrDefault(id, "venue " + id);
    }

    int highestVenue() {
        return Math.max(highestVenue, venues.keySet().stream().reduce(-1, Math::max));
    }
}
