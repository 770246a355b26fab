package org.ticktoquote.pricing.publish;

import org.ticktoquote.pricing.price.PricedTick;

/**
 * A price on its way to a session.
 *
 * @param subscription that it answers
 * @param tier of the session
 * @param priced the tick that it names, the newest in the price
 * @param image whether it answers the subscription itself, and not a tick
 */
public record Quote(Subscription subscription, int tier, PricedTick priced, boolean image) {
    /** With the id of its own tick beside the prices of another quote. */
    Quote withPricesOf(Quote other) {
        PricedTick mixed = new PricedTick(
                priced.tick(),
                priced.instrument(),
                priced.compositeBid(),
                priced.compositeAsk(),
                priced.bidQuantity(),
                priced.askQuantity(),
                other.priced.prices(),
                priced.changedTiers(),
                priced.decidedNs());
        return new Quote(subscription, tier, mixed, image);
    }

    public int session() {
        return subscription.session();
    }

    public long bid() {
        return priced.prices().bid(tier);
    }

    public long ask() {
        return priced.prices().ask(tier);
    }
}
