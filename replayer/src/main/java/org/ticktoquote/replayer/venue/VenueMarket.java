package org.ticktoquote.replayer.venue;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.InstrumentName;

/**
 * Book of an instrument at a venue, current and with the next tick applied, and its subscriptions. Callers hold the venue
 * lock. Only changes of subscriptions allocate.
 */
final class VenueMarket {
    private static final Subscription[] NO_SUBSCRIPTIONS = {};
    private static final int NOT_STAGED = -1;

    private final Instrument instrument;
    private final InstrumentName name;
    private final int sources;
    private final VenueBook now;
    private final VenueBook next;
    private int staged = NOT_STAGED;
    private boolean ahead;
    private Subscription[] subscriptions = NO_SUBSCRIPTIONS;
    private boolean deserted;
    private boolean unsubscribed;

    /** @param sources number of the recording's venues that the venue carries */
    VenueMarket(Instrument instrument, InstrumentName name, int sources) {
        this.sources = sources;
        this.instrument = instrument;
        this.name = name;
        this.now = new VenueBook(sources);
        this.next = new VenueBook(sources);
    }

    Instrument instrument() {
        return instrument;
    }

    InstrumentName name() {
        return name;
    }

    VenueBook now() {
        return now;
    }

    VenueBook next() {
        return next;
    }

    /**
     * Applies to the next book a tick that is about to be sent. Discards a staged tick that was not sent.
     *
     * @param source index of its source in the book
     * @param intendedNs intended time, ns since 1970-01-01 UTC
     */
    void stage(int source, QuoteDecoder quote, long tickId, long venueTimeNs, long intendedNs) {
        unstage();
        staged = source;
        next.put(source, quote, tickId);
        next.tickId = tickId;
        next.venueTimeNs = venueTimeNs;
        next.intendedMs = TimeUnit.NANOSECONDS.toMillis(intendedNs);
    }

    /** Discards a staged tick that was not sent. */
    void unstage() {
        if (isStaged()) {
            next.copy(now, staged);
        }
        staged = NOT_STAGED;
    }

    /** Applies a tick that is not sent. The next tick that is sent includes its changes. */
    void omit(int source, QuoteDecoder quote, long tickId) {
        next.put(source, quote, tickId);
        ahead = true;
    }

    boolean isStaged() {
        return staged != NOT_STAGED;
    }

    /** Applies the staged tick, which is being sent, to the current book. */
    void commit() {
        for (int source = ahead ? 0 : staged; source < (ahead ? sources : staged + 1); source++) {
            now.copy(next, source);
        }
        ahead = false;
        staged = NOT_STAGED;
    }

    /** Returns the subscriptions, which callers must not modify. */
    Subscription[] subscriptions() {
        return subscriptions;
    }

    void add(Subscription subscription) {
        subscriptions = Arrays.copyOf(subscriptions, subscriptions.length + 1);
        subscriptions[subscriptions.length - 1] = subscription;
        deserted = false;
        unsubscribed = false;
    }

    /** @param byLoss true if its session ended */
    void remove(Subscription subscription, boolean byLoss) {
        subscriptions = Arrays.stream(subscriptions)
                .filter(each -> !each.equals(subscription))
                .toArray(Subscription[]::new);
        boolean last = subscriptions.length == 0;
        deserted = last && byLoss;
        unsubscribed = last && !byLoss;
    }

    /** Returns true if a session is subscribed, or if the last subscriber has lost its session. */
    boolean isWanted() {
        return subscriptions.length > 0 || deserted;
    }

    /** Returns true if the last subscriber has lost its session. */
    boolean isDeserted() {
        return deserted;
    }

    /** Returns true if the last subscriber has unsubscribed. */
    boolean isUnsubscribed() {
        return unsubscribed;
    }

    /**
     * Subscription of a session to a market under a request. Callers hold the venue lock.
     *
     * @param message encodes the market's ticks
     */
    record Subscription(ApplicationSession link, VenueMarket market, TickMessage message) {
        /** Encodes the market's staged tick. */
        void prepare() {
            message.write(market.now(), market.next());
        }

        /** Queues a snapshot of the market if it has a price. */
        void image(long nowMs) {
            if (!market.now().isEmpty()) {
                message.image(market.now());
                link.queue(message, nowMs);
            }
        }
    }
}
