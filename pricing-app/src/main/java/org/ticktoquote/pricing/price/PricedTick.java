package org.ticktoquote.pricing.price;

import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.Tick;

/**
 * Tick that is due for at least one tier, because it changed the tier's expected price.
 *
 * @param prices prices of all tiers after the tick
 * @param changedTiers bit {@code t} is set if the tick changed the price of tier {@code t}
 * @param decidedNs time at which the tick was found to be due
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
