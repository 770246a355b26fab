package org.ticktoquote.pricing.price;

import java.util.Arrays;

/** A bid and an ask for every client tier; immutable. */
public final class TierPrices {
    private final long[] bids;
    private final long[] asks;

    /** Takes the arrays over. */
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
