package org.ticktoquote.pricing.publish;

import org.ticktoquote.pricing.price.PricedTick;

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
}
