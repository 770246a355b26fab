package org.ticktoquote.pricing.price;

import java.util.List;
import org.ticktoquote.pricing.pipeline.Inlet;

/** Component 8: puts every tier's half spread, in tenths of a pip, on both sides. */
final class TierSpread implements Inlet<Mid> {
    private static final long TENTHS = 10;

    private final long[] halfSpreadTenthPips;
    private final Inlet<Spread> next;

    TierSpread(List<Long> halfSpreadTenthPips, Inlet<Spread> next) {
        this.halfSpreadTenthPips =
                halfSpreadTenthPips.stream().mapToLong(Long::longValue).toArray();
        this.next = next;
    }

    @Override
    public void put(Mid mid) {
        long pip = mid.composite().cause().instrument().pip();
        long[] bids = new long[halfSpreadTenthPips.length];
        long[] asks = new long[halfSpreadTenthPips.length];
        for (int tier = 0; tier < bids.length; tier++) {
            long halfSpread = halfSpreadTenthPips[tier] * pip / TENTHS;
            bids[tier] = mid.bid() - halfSpread;
            asks[tier] = mid.ask() + halfSpread;
        }
        next.put(new Spread(mid, new TierPrices(bids, asks)));
    }
}
