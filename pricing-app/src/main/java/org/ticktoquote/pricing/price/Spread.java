package org.ticktoquote.pricing.price;

/** A mid with the spreads of all tiers around it, not rounded yet. */
record Spread(Mid mid, TierPrices prices) {}
