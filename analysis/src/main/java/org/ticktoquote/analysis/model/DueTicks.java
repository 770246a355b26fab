package org.ticktoquote.analysis.model;

import java.util.List;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;

/**
 * Says for every tick, in the order sent, which client tiers it calls a quote for.
 *
 * <p>An implementation of {@link ApplicationModel} of its own, so that the application's can be held against it. Does
 * not allocate for a tick; not thread-safe.
 */
public final class DueTicks {
    /** Every tier: what holds for each tick when nothing is declared. */
    public static final long ALL = -1L;
    /** Tiers are bits of a long. */
    public static final int MAXIMUM_TIERS = Long.SIZE;

    private final boolean known;
    private final int venues;
    private final InstrumentBook[] books;

    /**
     * Nothing is known of any price yet.
     *
     * @param instruments in the order of their ids
     */
    public DueTicks(ApplicationModel model, List<Instrument> instruments, int venues) {
        if (model.halfSpreadTenthPips().size() > MAXIMUM_TIERS) {
            throw new IllegalArgumentException("at most " + MAXIMUM_TIERS + " tiers");
        }
        this.known = model.known();
        this.venues = venues;
        this.books = instruments.stream()
                .map(instrument -> new InstrumentBook(model, instrument, venues))
                .toArray(InstrumentBook[]::new);
    }

    /** A new session of the feed began: prices stay, but its venue times may be earlier than those before. */
    public void newFeedSession() {
        for (InstrumentBook book : books) {
            book.restartTime();
        }
    }

    /** Whether the tick is of an instrument and a venue that exist; no other may be played. */
    public boolean covers(TickRecord tick) {
        return tick.instrumentId() < books.length && tick.venueId() < venues;
    }

    /** Plays the next tick; bit {@code t} is set when it is due for tier {@code t}. */
    public long dueTiers(TickRecord tick) {
        return known ? books[tick.instrumentId()].dueTiers(tick) : ALL;
    }
}
