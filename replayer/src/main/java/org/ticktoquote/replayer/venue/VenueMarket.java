package org.ticktoquote.replayer.venue;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.InstrumentName;

/**
 * What a venue shows of an instrument, as it is and as the next tick will make it, and who gets it. Used with the gate
 * held; only changes of subscriptions allocate.
 */
final class VenueMarket {
    private static final TickSubscription[] NOBODY = {};
    private static final int NOTHING = -1;

    private final Instrument instrument;
    private final InstrumentName name;
    private final int sources;
    private final VenueBook now;
    private final VenueBook next;
    private int staged = NOTHING;
    private boolean ahead;
    private TickSubscription[] subscriptions = NOBODY;
    private boolean deserted;
    private boolean unsubscribed;

    /**
     * Of a venue.
     *
     * @param sources how many of the recording's venues it carries
     */
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
     * Takes in a tick that is about to leave. One that was taken in before and never left is forgotten.
     *
     * @param source its place in the book
     * @param intendedNs when the schedule wants it to leave, ns since 1970
     */
    void stage(int source, QuoteDecoder quote, long tickId, long venueTimeNs, long intendedNs) {
        unstage();
        staged = source;
        next.put(source, quote, tickId);
        next.tickId = tickId;
        next.venueTimeNs = venueTimeNs;
        next.intendedMs = TimeUnit.NANOSECONDS.toMillis(intendedNs);
    }

    /** Forgets a tick that was taken in and never left. */
    void unstage() {
        if (isStaged()) {
            next.copy(now, staged);
        }
        staged = NOTHING;
    }

    /** Takes in a tick that does not leave; the next one that does shows what it has changed. */
    void leaveOut(int source, QuoteDecoder quote, long tickId) {
        next.put(source, quote, tickId);
        ahead = true;
    }

    /** Whether there is a tick that is about to leave. */
    boolean isStaged() {
        return staged != NOTHING;
    }

    /** The staged tick leaves. */
    void commit() {
        for (int source = ahead ? 0 : staged; source < (ahead ? sources : staged + 1); source++) {
            now.copy(next, source);
        }
        ahead = false;
        staged = NOTHING;
    }

    /** Who gets the ticks; not to be changed. */
    TickSubscription[] subscriptions() {
        return subscriptions;
    }

    void add(TickSubscription subscription) {
        subscriptions = Arrays.copyOf(subscriptions, subscriptions.length + 1);
        subscriptions[subscriptions.length - 1] = subscription;
        deserted = false;
        unsubscribed = false;
    }

    /** @param byLoss because its session ended */
    void remove(TickSubscription subscription, boolean byLoss) {
        subscriptions = Arrays.stream(subscriptions)
                .filter(each -> !each.equals(subscription))
                .toArray(TickSubscription[]::new);
        boolean last = subscriptions.length == 0;
        deserted = last && byLoss;
        unsubscribed = last && !byLoss;
    }

    /** Whether somebody wants its ticks, or the last who did has lost its session. */
    boolean isWanted() {
        return subscriptions.length > 0 || deserted;
    }

    /** Whether the last who wanted it has lost its session. */
    boolean isDeserted() {
        return deserted;
    }

    /** Whether the last who wanted it has said that it wants it no more. */
    boolean isUnsubscribed() {
        return unsubscribed;
    }
}
