package org.ticktoquote.analysis.matching;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.model.DueTicks;

/** Expected prices of the pairs and tiers that sessions of a group get. Not thread-safe. */
final class ExpectedTiers {
    private final @Nullable ExpectedPrices[][] prices;
    private final long[] tiers;

    ExpectedTiers(MatchPlan plan, SessionGroup group, DueTicks model) {
        int remembered = plan.matching().limits().rememberedPrices();
        MatchKeys keys = MatchKeys.of(plan.matching());
        this.prices = new ExpectedPrices[model.instruments()][];
        this.tiers = new long[model.instruments()];
        for (int instrument = 0; instrument < prices.length; instrument++) {
            prices[instrument] = new ExpectedPrices[model.tiers(instrument)];
            tiers[instrument] = plan.tiers(group, instrument, model.tiers(instrument));
            for (int tier = 0; tier < prices[instrument].length; tier++) {
                if ((tiers[instrument] >>> tier & 1) != 0) {
                    prices[instrument][tier] = new ExpectedPrices(remembered, keys);
                }
            }
        }
    }

    /** Returns the tiers of an instrument for which prices are kept, one bit each. */
    long tiers(int instrument) {
        return tiers[instrument];
    }

    /** Returns the prices of a tier that a session gets. */
    ExpectedPrices of(int instrument, int tier) {
        ExpectedPrices kept = prices[instrument][tier];
        if (kept == null) {
            throw new IllegalArgumentException("no session gets tier " + tier + " of instrument " + instrument);
        }
        return kept;
    }
}
