package org.ticktoquote.analysis.model;

import java.util.List;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;

/**
 * Determines for every tick, in the order sent, the client tiers for which it calls for a quote, and their expected prices.
 *
 * <p>A separate implementation of {@link ApplicationModel}, against which the application is compared. Does not allocate
 * per tick; not thread-safe.
 */
public final class DueTicks {
    /** All tiers. Without a declared model, every tick is due for all of them. */
    public static final long ALL = -1L;
    /** Tiers are bits of a long. */
    public static final int MAX_TIERS = Long.SIZE;

    private final boolean known;
    private final int venues;
    private final InstrumentBook[] books;

    /**
     * Creates a model with its declared tiers.
     *
     * @param instruments in the order of their ids
     */
    public DueTicks(ApplicationModel model, List<Instrument> instruments, int venues) {
        this(model, venues, declared(model, instruments));
    }

    /**
     * Creates a model with separate tiers per instrument.
     *
     * @param tiers by instrument id, then by tier
     */
    public DueTicks(ApplicationModel model, int venues, List<List<PriceTransform>> tiers) {
        if (tiers.stream().anyMatch(one -> one.size() > MAX_TIERS)) {
            throw new IllegalArgumentException("at most " + MAX_TIERS + " tiers");
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

    /** Begins a new session of the feed. Prices are kept, but venue times can be earlier than before. */
    public void newFeedSession() {
        for (InstrumentBook book : books) {
            book.restartTime();
        }
    }

    /** Returns whether the tick's instrument and venue exist; reject other ticks before applying them. */
    public boolean covers(TickRecord tick) {
        return tick.instrumentId() < books.length && tick.venueId() < venues;
    }

    /**
     * Applies the next tick and returns the tiers for which it is due, one bit each. A tick that is not subscribed or is
     * superseded by a later tick is due for none.
     */
    public long dueTiers(TickRecord tick) {
        if (tick.notSubscribed()) {
            books[tick.instrumentId()].hide(tick);
            return 0;
        }
        if (tick.superseded()) {
            books[tick.instrumentId()].absorb(tick);
            return 0;
        }
        return known ? books[tick.instrumentId()].dueTiers(tick) : ALL;
    }

    /** Returns whether the last tick of the instrument produced a price: it was not rejected and there is a composite. */
    public boolean accepted(int instrument) {
        return books[instrument].accepted();
    }

    /** Returns the composite after the last accepted tick of the instrument. The object changes with the next tick. */
    public ExpectedComposite composite(int instrument) {
        return books[instrument].composite();
    }

    /** Returns the price that the tier now expects, units of 1e-9; {@code Price.NONE} before the first. */
    public long expectedBid(int instrument, int tier) {
        return books[instrument].expectedBid(tier);
    }

    public long expectedAsk(int instrument, int tier) {
        return books[instrument].expectedAsk(tier);
    }

    public int tiers(int instrument) {
        return books[instrument].tiers();
    }

    public int instruments() {
        return books.length;
    }
}
