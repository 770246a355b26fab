package org.ticktoquote.analysis.model;

import java.util.List;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;

/**
 * Says for every tick, in the order sent, which client tiers it calls a quote for, and which price those then expect.
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
     * With the tiers that the model declares; nothing is known of any price yet.
     *
     * @param instruments in the order of their ids
     */
    public DueTicks(ApplicationModel model, List<Instrument> instruments, int venues) {
        this(model, venues, declared(model, instruments));
    }

    /**
     * With tiers of its own for each instrument.
     *
     * @param tiers by instrument id, then by tier
     */
    public DueTicks(ApplicationModel model, int venues, List<List<PriceTransform>> tiers) {
        if (tiers.stream().anyMatch(one -> one.size() > MAXIMUM_TIERS)) {
            throw new IllegalArgumentException("at most " + MAXIMUM_TIERS + " tiers");
        }
        this.known = model.known();
        this.venues = venues;
        this.books = tiers.stream()
                .map(one -> new InstrumentBook(model, one, venues))
                .toArray(InstrumentBook[]::new);
    }

    private static List<List<PriceTransform>> declared(ApplicationModel model, List<Instrument> instruments) {
        return instruments.stream()
                .map(instrument -> PriceTransform.declared(model, instrument))
                .toList();
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

    /**
     * Plays the next tick; bit {@code t} is set when it is due for tier {@code t}. One that nobody had asked for, or that a later one
     * shows, is due for none.
     */
    public long dueTiers(TickRecord tick) {
        if (tick.unwanted()) {
            books[tick.instrumentId()].hide(tick);
            return 0;
        }
        if (tick.superseded()) {
            books[tick.instrumentId()].absorb(tick);
            return 0;
        }
        return known ? books[tick.instrumentId()].dueTiers(tick) : ALL;
    }

    /** Whether the last tick of the instrument left a price: it was neither rejected nor without a composite. */
    public boolean accepted(int instrument) {
        return books[instrument].accepted();
    }

    /** The composite after the last accepted tick of the instrument; it changes with the next. */
    public ExpectedComposite composite(int instrument) {
        return books[instrument].composite();
    }

    /** What the tier expects of the instrument now, units of 1e-9; {@code Price.NONE} before the first price. */
    public long expectedBid(int instrument, int tier) {
        return books[instrument].expectedBid(tier);
    }

    public long expectedAsk(int instrument, int tier) {
        return books[instrument].expectedAsk(tier);
    }

    /** How many tiers the instrument has. */
    public int tiers(int instrument) {
        return books[instrument].tiers();
    }

    /** How many instruments there are. */
    public int instruments() {
        return books.length;
    }
}
