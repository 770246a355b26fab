package org.ticktoquote.pricing.price;

import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.Tick;

/**
 * A tick that calls for quotes: it changed the expected price of at least one tier.
 *
 * @param prices of all tiers after the tick
 * @param changedTiers bit {@code t} is set when tier {@code t} is due
 * @param decidedNs clock read when that stood
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
    /** Whether the tick changed the price of the tier. */
    public boolean changed(int tier) {
        return (changedTiers >>> tier & 1) != 0;
    }
}
