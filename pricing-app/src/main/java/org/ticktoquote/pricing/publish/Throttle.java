package org.ticktoquote.pricing.publish;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.Truth;

/**
 * Component 10: turns a priced tick into a quote for every subscribed session for which it is due, at once or, with
 * conflation, at the end of the session's slice.
 *
 * <p>Keeps its sessions' subscriptions and the latest prices, so that an image is sent in sequence with the quotes and no
 * older tick follows it. Runs on one thread, including the ends of slices.
 */
public final class Throttle implements Input<PricedTick> {
    private final Share share;
    private final int tiers;
    private final Slices slices;
    private final ObjLongConsumer<Runnable> timer;
    private final ClientSessions sessions;
    private final Input<Quote> next;
    private final Truth truth;
    private final NanoClock clock;
    /** Latest tick that changed the price of each instrument and tier, used for images. */
    private final Map<Integer, PricedTick[]> latest = new HashMap<>();

    private final Map<Integer, Map<Integer, Subscription>> subscriptions = new HashMap<>();
    private final Map<Integer, Map<Integer, Quote>> pending = new HashMap<>();
    /** Last sent quotes by session and instrument, to suppress unchanged prices. */
    private final Map<Integer, Map<Integer, Quote>> lastSent = new HashMap<>();

    /** Sessions of one lane, by session number modulo the number of lanes. */
    public record Share(int lane, int lanes) {}

    /** @param timer runs work on the throttle's thread at a time, in nanoseconds */
    public Throttle(
            Share share,
            int tiers,
            Slices slices,
            ObjLongConsumer<Runnable> timer,
            ClientSessions sessions,
            Input<Quote> next,
            Truth truth,
            NanoClock clock) {
        this.share = share;
        this.tiers = tiers;
        this.slices = slices;
        this.timer = timer;
        this.sessions = sessions;
        this.next = next;
        this.truth = truth;
        this.clock = clock;
    }

    @Override
    public void put(PricedTick priced) {
        keep(priced);
        TierPrice[] prices = new TierPrice[tiers];
        for (int session = share.lane(); session < sessions.count(); session += share.lanes()) {
            int tier = session % tiers;
            if (priced.changed(tier)) {
                prices[tier] = prices[tier] == null ? new TierPrice(priced, tier) : prices[tier];
                due(prices[tier], session);
            }
        }
    }

    private void keep(PricedTick priced) {
        PricedTick[] byTier = latest.computeIfAbsent(
                priced.instrument().id(),
                unused -> new PricedTick[priced.prices().tiers()]);
        for (int tier = 0; tier < byTier.length; tier++) {
            if (priced.changed(tier)) {
                byTier[tier] = priced;
            }
        }
    }

    private void due(TierPrice price, int session) {
        PricedTick priced = price.priced();
        Subscription subscription =
                subscriptionsOf(session).get(priced.instrument().id());
        if (subscription == null) {
            Fate fate = sessions.logon(session) == 0 ? Fate.NOT_LOGGED_ON : Fate.NOT_SUBSCRIBED;
            Quote.reportNone(truth, fate, priced, session, price.tier());
            return;
        }
        Quote quote = new Quote(subscription, price, false);
        if (slices.none()) {
            publish(quote);
        } else {
            conflate(quote);
        }
    }

    private void conflate(Quote quote) {
        Map<Integer, Quote> waiting = pending.computeIfAbsent(quote.session(), unused -> new LinkedHashMap<>());
        if (waiting.isEmpty()) {
            timer.accept(() -> endSlice(quote.session()), slices.endNs(quote.session(), clock.nanoTime()));
        }
        Quote superseded = waiting.put(quote.priced().instrument().id(), quote);
        if (superseded != null) {
            superseded.reportConflated(truth, quote.priced());
        }
    }

    /** Sends the latest quote of every pair that changed in the session's slice. */
    public void endSlice(int session) {
        Map<Integer, Quote> waiting = pending.remove(session);
        if (waiting != null) {
            waiting.values().forEach(this::publish);
        }
    }

    private void publish(Quote quote) {
        if (slices.suppressUnchanged()) {
            Quote before =
                    lastSentOf(quote.session()).put(quote.priced().instrument().id(), quote);
            if (before != null && before.bid() == quote.bid() && before.ask() == quote.ask()) {
                quote.report(truth, Fate.SUPPRESSED_AS_SENT);
                return;
            }
        }
        next.put(quote);
    }

    private Map<Integer, Quote> lastSentOf(int session) {
        return lastSent.computeIfAbsent(session, unused -> new HashMap<>());
    }

    /** Applies a change of subscriptions. Called on the throttle's thread. */
    public void change(SubscriptionChange change) {
        Map<Integer, Subscription> own = subscriptionsOf(change.session());
        if (change instanceof SubscriptionChange.Subscribe subscribe) {
            Subscription subscription = subscribe.subscription();
            own.put(subscription.instrumentId(), subscription);
            sendImage(subscription);
        } else if (change instanceof SubscriptionChange.Snapshot snapshot) {
            if (!sendImage(snapshot.subscription())) {
                String text = "no price yet for " + snapshot.symbol();
                sessions.refuse(
                        change.session(),
                        snapshot.subscription().requestId(),
                        new RequestReject(RequestReject.NO_REASON, text));
            }
        } else if (change instanceof SubscriptionChange.Unsubscribe unsubscribe) {
            Subscription subscription = own.get(unsubscribe.instrumentId());
            if (subscription != null && subscription.requestId().equals(unsubscribe.requestId())) {
                own.remove(unsubscribe.instrumentId());
                forget(change.session(), unsubscribe.instrumentId());
            }
        } else if (change instanceof SubscriptionChange.LoggedOff) {
            own.clear();
            lastSent.remove(change.session());
            endSlice(change.session()); // the publisher records these quotes as not logged on
        }
    }

    private boolean sendImage(Subscription subscription) {
        int tier = subscription.session() % tiers;
        PricedTick[] byTier = latest.get(subscription.instrumentId());
        PricedTick priced = byTier == null ? null : byTier[tier];
        if (priced != null) {
            Quote image = new Quote(subscription, new TierPrice(priced, tier), true);
            lastSentOf(subscription.session()).put(subscription.instrumentId(), image);
            next.put(image);
        }
        return priced != null;
    }

    private void forget(int session, int instrumentId) {
        Map<Integer, Quote> waiting = pending.get(session);
        Quote quote = waiting == null ? null : waiting.remove(instrumentId);
        if (quote != null) {
            quote.report(truth, Fate.NOT_SUBSCRIBED);
        }
    }

    private Map<Integer, Subscription> subscriptionsOf(int session) {
        return subscriptions.computeIfAbsent(session, unused -> new HashMap<>());
    }

    /**
     * Conflation that sends a session only the latest price of each pair in a slice of time, at the end of the slice.
     *
     * <p>The slices of sessions are staggered across the interval, so that they do not all end at once.
     *
     * @param intervalNs length of a slice; 0 for no conflation
     * @param sessions number of sessions that share the interval
     * @param suppressUnchanged true to send nothing if the price equals the last one sent to the session
     */
    public record Slices(long intervalNs, int sessions, boolean suppressUnchanged) {
        /** Creates slices that send every due price. */
        public Slices(long intervalNs, int sessions) {
            this(intervalNs, sessions, false);
        }

        public boolean none() {
            return intervalNs == 0;
        }

        /** Returns the end of the session's current slice. */
        long endNs(int session, long nowNs) {
            long phaseNs = intervalNs / sessions * session;
            return nowNs + intervalNs - Math.floorMod(nowNs - phaseNs, intervalNs);
        }
    }
}
