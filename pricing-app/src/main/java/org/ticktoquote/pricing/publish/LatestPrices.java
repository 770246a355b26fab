package org.ticktoquote.pricing.publish;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.price.PricedTick;

/** For every instrument and tier the tick that changed its price last, for images. Not thread-safe. */
final class LatestPrices {
    private final Map<Integer, PricedTick[]> byInstrument = new HashMap<>();

    void note(PricedTick priced) {
        PricedTick[] byTier = byInstrument.computeIfAbsent(
                priced.instrument().id(),
                unused -> new PricedTick[priced.prices().tiers()]);
        for (int tier = 0; tier < byTier.length; tier++) {
            if (priced.changed(tier)) {
                byTier[tier] = priced;
            }
        }
    }

    @Nullable
    PricedTick of(int instrumentId, int tier) {
        PricedTick[] byTier = byInstrument.get(instrumentId);
        return byTier == null ? null : byTier[tier];
    }
}
