package org.ticktoquote.pricing.price;

import java.util.Arrays;

/** Bid and ask of every tier. Immutable. */
public final class TierPrices {
    private final long[] bids;
    private final long[] asks;

    /** Takes ownership of the arrays. */
    TierPrices(long[] bids, long[] asks) {
        this.bids = bids;
        this.asks = asks;
    }

    public int tiers() {
        return bids.length;
    }

    public long bid(int tier) {
        return bids[tier];
    }

    public long ask(int tier) {
        return asks[tier];
    }

    @Override
    public String toString() {
        return Arrays.toString(bids) + " " + Arrays.toString(asks);
    }
}
