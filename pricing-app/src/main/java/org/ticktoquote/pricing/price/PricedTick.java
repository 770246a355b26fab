package org.ticktoquote.pricing.price;

import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.Tick;

/**
 * Tick that changed the expected price of at least one tier.
 *
 * @param prices of all tiers after the tick
 * @param changedTiers bit {@code t} is set if the tick is due for tier {@code t}
 * @param decidedNs clock reading at the decision
 */
public record PricedTick(
        Tick tick,
        Instrument instrument,
        long compositeBid,
        long compositeAsk,
        long bidQuantity,
        long askQuantity,
        TierPrices prices,
        long changedTiers,
        long decidedNs) {
    /** Returns true if the tick changed the price of a tier. */
    public boolean changed(int tier) {
        return (changedTiers >>> tier & 1) != 0;
    }
}
