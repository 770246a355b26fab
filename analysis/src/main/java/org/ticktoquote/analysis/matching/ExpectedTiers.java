package org.ticktoquote.analysis.matching;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.model.DueTicks;

/** The expected prices of those pairs and tiers that some sessions get; nothing is kept of the others. Not thread-safe. */
final class ExpectedTiers {
    private final @Nullable ExpectedPrices[][] prices;
    private final long[] tiers;

    /** Nothing was expected yet. */
    ExpectedTiers(MatchPlan plan, SessionGroup group, DueTicks model) {
        int remembered = plan.matching().limits().rememberedPrices();
        Keys keys = Keys.of(plan.matching());
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

    /** The tiers of an instrument that are kept, one bit each. */
    long tiers(int instrument) {
        return tiers[instrument];
    }

    /** Of a tier that a session gets. */
    ExpectedPrices of(int instrument, int tier) {
        ExpectedPrices kept = prices[instrument][tier];
        if (kept == null) {
            throw new IllegalArgumentException("nobody gets tier " + tier + " of instrument " + instrument);
        }
        return kept;
    }
}
