package org.ticktoquote.pricing.publish;

import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.Truth;

/**
 * A price on its way to a session.
 *
 * @param subscription that it answers
 * @param price of the session's tier, and the tick that it names
 * @param image whether it answers the subscription itself, and not a tick
 */
public record Quote(Subscription subscription, TierPrice price, boolean image) {
    /** With the id of its own tick beside the prices of another quote. */
    Quote withPricesOf(Quote other) {
        PricedTick priced = priced();
        PricedTick mixed = new PricedTick(
                priced.tick(),
                priced.instrument(),
                priced.compositeBid(),
                priced.compositeAsk(),
                priced.bidQuantity(),
                priced.askQuantity(),
                other.priced().prices(),
                priced.changedTiers(),
                priced.decidedNs());
        return new Quote(subscription, new TierPrice(mixed, tier()), image);
    }

    public int session() {
        return subscription.session();
    }

    /** The tick that it names, the newest in the price. */
    public PricedTick priced() {
        return price.priced();
    }

    /** Of the session. */
    public int tier() {
        return price.tier();
    }

    public long bid() {
        return price.bid();
    }

    public long ask() {
        return price.ask();
    }

    /** Takes down what became of it; {@code outNs} and {@code sequence} are 0 where it was not sent. */
    void report(Truth truth, Fate fate, long outNs, long sequence) {
        report(truth, fate, priced(), session(), tier(), outNs, sequence, 0);
    }

    /** Takes down that it was not sent. */
    void report(Truth truth, Fate fate) {
        report(truth, fate, 0, 0);
    }

    /** Takes down that another tick took its place. */
    void reportConflated(Truth truth, PricedTick by) {
        report(
                truth,
                Fate.CONFLATED,
                priced(),
                session(),
                tier(),
                0,
                0,
                by.tick().tickId());
    }

    /** Takes down that there was no quote for a session. */
    static void reportNone(Truth truth, Fate fate, PricedTick priced, int session, int tier) {
        report(truth, fate, priced, session, tier, 0, 0, 0);
    }

    private static void report(
            Truth truth,
            Fate fate,
            PricedTick priced,
            int session,
            int tier,
            long outNs,
            long sequence,
            long supersededBy) {
        truth.quote(new Truth.QuoteFacts(
                priced.tick().tickId(),
                priced.instrument().id(),
                session,
                tier,
                fate,
                priced.prices().bid(tier),
                priced.prices().ask(tier),
                outNs,
                sequence,
                supersededBy));
    }
}
