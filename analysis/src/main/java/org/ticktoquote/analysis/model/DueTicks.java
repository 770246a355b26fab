package org.ticktoquote.analysis.model;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
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

    /** Venue time between warm-up and window up to which both are one session; longer in runs of earlier versions. */
    private static final long ONE_SESSION_NS = TimeUnit.SECONDS.toNanos(5);

    private final boolean known;
    private final int venues;
    private final InstrumentBook[] books;

    /**
     * Creates a model with its declared tiers.
     *
     * @param instruments instruments ordered by id
     */
    public DueTicks(ApplicationModel model, List<Instrument> instruments, int venues) {
        this(model, venues, declared(model, instruments));
    }

    /**
     * Creates a model with separate tiers per instrument.
     *
     * @param tiers price transforms by instrument id, then by tier
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

    /**
     * Begins the measured session of the feed. Prices are kept. Venue times are kept if the warm-up ended just before the
     * first measured tick. Otherwise no venue is stale until its next tick, which can have an earlier venue time.
     *
     * @param venueTimeNs venue time of the first measured tick
     */
    public void newFeedSession(long venueTimeNs) {
        long sinceWarmUpNs = venueTimeNs
                - Stream.of(books).mapToLong(InstrumentBook::newestNs).max().orElse(venueTimeNs);
        if (sinceWarmUpNs < 0 || sinceWarmUpNs > ONE_SESSION_NS) {
            for (InstrumentBook book : books) {
                book.restartTime();
            }
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

    /** Tops, composite and expected prices of one instrument, by the rules of {@link ApplicationModel}. */
    private static final class InstrumentBook {
        private final ApplicationModel model;
        private final PriceTransform[] tiers;
        private final LatestTop[] venues;
        private final LatestTop[] hidden;
        private final long[] expectedBids;
        private final long[] expectedAsks;
        private final ExpectedComposite composite = new ExpectedComposite();
        private boolean accepted;

        InstrumentBook(ApplicationModel model, List<PriceTransform> tiers, int venueCount) {
            this.model = model;
            this.tiers = tiers.toArray(PriceTransform[]::new);
            this.venues = Stream.generate(LatestTop::new).limit(venueCount).toArray(LatestTop[]::new);
            this.hidden = Stream.generate(LatestTop::new).limit(venueCount).toArray(LatestTop[]::new);
            this.expectedBids = new long[this.tiers.length];
            this.expectedAsks = new long[this.tiers.length];
            Arrays.fill(expectedBids, Price.NONE);
            Arrays.fill(expectedAsks, Price.NONE);
        }

        long newestNs() {
            return Stream.of(venues).mapToLong(venue -> venue.venueTimeNs).max().orElse(Long.MIN_VALUE);
        }

        /** Resets the venue times and keeps the prices. */
        void restartTime() {
            for (LatestTop venue : venues) {
                venue.venueTimeNs = Long.MIN_VALUE;
            }
        }

        /** Applies a tick and returns the tiers whose expected price it changes, one bit each. */
        long dueTiers(TickRecord tick) {
            LatestTop own = venues[tick.venueId()];
            accepted = false;
            if (tick.venueTimeNs() < own.venueTimeNs) {
                return 0;
            }
            own.reveal(hidden[tick.venueId()]);
            own.update(tick);
            accepted = !rejected(own) && compose(own, tick.venueTimeNs());
            return accepted ? changedTiers() : 0;
        }

        /**
         * Stores a tick of a pair to which no application had subscribed. It takes effect with the next tick of its venue that
         * the application receives.
         */
        void hide(TickRecord tick) {
            accepted = false;
            hidden[tick.venueId()].update(tick);
        }

        /**
         * Applies a tick that was not sent because a later tick supersedes it. It changes expected prices only with the next
         * tick of any venue.
         */
        void absorb(TickRecord tick) {
            accepted = false;
            LatestTop own = venues[tick.venueId()];
            if (tick.venueTimeNs() >= own.venueTimeNs) {
                own.reveal(hidden[tick.venueId()]);
                own.update(tick);
            }
        }

        private boolean compose(LatestTop own, long nowNs) {
            composite.clear();
            if (model.composite().equals(ApplicationModel.SINGLE)) {
                include(own, nowNs);
            } else {
                for (LatestTop venue : venues) {
                    include(venue, nowNs);
                }
            }
            return composite.exists() && !(model.rejectCrossed() && composite.crossed());
        }

        private void include(LatestTop venue, long nowNs) {
            if (venue.twoSided() && !rejected(venue) && !stale(venue, nowNs)) {
                composite.include(venue);
            }
        }

        private boolean rejected(LatestTop venue) {
            return model.rejectCrossed() && venue.crossed();
        }

        private boolean stale(LatestTop venue, long nowNs) {
            // A venue without a tick since its time was reset is never stale.
            boolean timed = model.staleAfterNs() > 0 && venue.venueTimeNs != Long.MIN_VALUE;
            return timed && nowNs - venue.venueTimeNs > model.staleAfterNs();
        }

        private long changedTiers() {
            long changed = 0;
            for (int tier = 0; tier < tiers.length; tier++) {
                long bid = tiers[tier].bid(composite.bid);
                long ask = tiers[tier].ask(composite.ask);
                if (bid != expectedBids[tier] || ask != expectedAsks[tier]) {
                    changed |= 1L << tier;
                    expectedBids[tier] = bid;
                    expectedAsks[tier] = ask;
                }
            }
            return changed;
        }

        /** Returns whether the last tick produced a price: it was not rejected and there is a composite. */
        boolean accepted() {
            return accepted;
        }

        /** Returns the composite after the last accepted tick. */
        ExpectedComposite composite() {
            return composite;
        }

        long expectedBid(int tier) {
            return expectedBids[tier];
        }

        long expectedAsk(int tier) {
            return expectedAsks[tier];
        }

        int tiers() {
            return tiers.length;
        }
    }
}
