package org.ticktoquote.pricing.price;

import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.Tick;

/** Creates priced ticks for two tiers. */
public final class PricedTicks {
    private PricedTicks() {}

    /** Returns a tick whose arrival in milliseconds is its id. */
    public static PricedTick changing(long tickId, long tiers) {
        return arrived(tickId, tickId * 1_000_000, tiers);
    }

    public static PricedTick arrived(long tickId, long arrivedNs, long tiers) {
        Tick tick = new Tick(1, tickId, 0, 0, 0, 0, 0, 0, 0, 3, arrivedNs);
        TierPrices prices = new TierPrices(new long[] {tickId, tickId}, new long[] {tickId + 1, tickId + 1});
        return new PricedTick(tick, new Instrument(0, "EUR/USD", 10, 1), tickId, tickId + 1, 1, 1, prices, tiers, 0);
    }

    /** Returns a tick of EUR/USD with these prices for both tiers and 1,000,000 at each. */
    public static PricedTick at(long tickId, long bid, long ask) {
        Tick tick = new Tick(1, tickId, 0, 0, 0, 0, 0, 0, 0, 3, 0);
        TierPrices prices = new TierPrices(new long[] {bid, bid}, new long[] {ask, ask});
        Instrument pair = new Instrument(0, "EUR/USD", 100_000, 10_000);
        return new PricedTick(tick, pair, bid, ask, 1_000_000, 1_000_000, prices, 0b11, 0);
    }
}
