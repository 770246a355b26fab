package org.ticktoquote.pricing.price;

import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.price.Aggregator.Composite;
import org.ticktoquote.pricing.price.Pricing.Spread;
import org.ticktoquote.pricing.truth.Decision;

/**
 * Component 9: rounds bids down and asks up to the instrument's tick size, and stops ticks that change no tier's price.
 *
 * <p>Compares expected prices, regardless of the prices sent to sessions.
 */
final class Rounding implements Input<Spread> {
    private final Input<PricedTick> next;
    private final Rejections rejections;
    private final NanoClock clock;
    private final Map<Integer, TierPrices> expected = new HashMap<>();

    Rounding(Input<PricedTick> next, Rejections rejections, NanoClock clock) {
        this.next = next;
        this.rejections = rejections;
        this.clock = clock;
    }

    @Override
    public void put(Spread spread) {
        Composite composite = spread.composite();
        Instrument instrument = composite.cause().instrument();
        TierPrices rounded = round(spread.prices(), instrument.tickSize());
        long changed = changedTiers(expected.put(instrument.id(), rounded), rounded);
        if (changed == 0) {
            rejections.end(composite, Decision.SUPPRESSED_UNCHANGED);
            return;
        }
        next.put(new PricedTick(
                composite.cause().tick(),
                instrument,
                composite.bid(),
                composite.ask(),
                composite.bidQuantity(),
                composite.askQuantity(),
                rounded,
                changed,
                clock.nanoTime()));
    }

    private static TierPrices round(TierPrices prices, long tickSize) {
        long[] bids = new long[prices.tiers()];
        long[] asks = new long[prices.tiers()];
        for (int tier = 0; tier < bids.length; tier++) {
            bids[tier] = Price.floor(prices.bid(tier), tickSize);
            asks[tier] = Price.ceil(prices.ask(tier), tickSize);
        }
        return new TierPrices(bids, asks);
    }

    private static long changedTiers(@Nullable TierPrices before, TierPrices after) {
        long changed = 0;
        for (int tier = 0; tier < after.tiers(); tier++) {
            if (before == null || before.bid(tier) != after.bid(tier) || before.ask(tier) != after.ask(tier)) {
                changed |= 1L << tier;
            }
        }
        return changed;
    }
}
