package org.ticktoquote.pricing.publish;

import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.Truth;

/**
 * Price for a session.
 *
 * @param price price of the session's tier, with its tick
 * @param image true if it answers the subscription itself rather than a tick
 */
public record Quote(Subscription subscription, TierPrice price, boolean image) {
    /** Returns this quote with the prices of another. Keeps its own tick's id. */
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

    /** Returns the newest tick in the price, whose id the quote echoes. */
    public PricedTick priced() {
        return price.priced();
    }

    public int tier() {
        return price.tier();
    }

    public long bid() {
        return price.bid();
    }

    public long ask() {
        return price.ask();
    }

    /** Records the quote's fate. {@code outNs} and {@code sequence} are 0 if it was not sent. */
    void report(Truth truth, Fate fate, long outNs, long sequence) {
        report(truth, fate, priced(), session(), tier(), outNs, sequence, 0);
    }

    /** Records that the quote was not sent. */
    void report(Truth truth, Fate fate) {
        report(truth, fate, 0, 0);
    }

    /** Records that a later tick replaced the quote. */
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

    /** Records that a session has no quote for a due tick. */
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
