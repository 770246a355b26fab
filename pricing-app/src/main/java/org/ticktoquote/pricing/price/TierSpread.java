package org.ticktoquote.pricing.price;

import java.util.List;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.price.Aggregator.Composite;
import org.ticktoquote.pricing.price.TierSpread.Mid;

/** Component 8: lowers the bid and raises the ask by every tier's half spread, in tenths of a pip. */
final class TierSpread implements Input<Mid> {
    private static final long TENTHS = 10;

    private final long[] halfSpreadTenthPips;
    private final Input<Spread> next;

    TierSpread(List<Long> halfSpreadTenthPips, Input<Spread> next) {
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

    /** Composite with both sides moved by the skew. */
    record Mid(Composite composite, long bid, long ask) {}

    /** Component 7: moves both sides by the skew, in tenths of a pip. */
    static final class MidSkew implements Input<Composite> {
        private static final long TENTHS = 10;

        private final long skewTenthPips;
        private final Input<Mid> next;

        MidSkew(long skewTenthPips, Input<Mid> next) {
            this.skewTenthPips = skewTenthPips;
            this.next = next;
        }

        @Override
        public void put(Composite composite) {
            long skew = skewTenthPips * composite.cause().instrument().pip() / TENTHS;
            next.put(new Mid(composite, composite.bid() + skew, composite.ask() + skew));
        }
    }

    /** Mid with the spreads of all tiers, not rounded yet. */
    record Spread(Mid mid, TierPrices prices) {}
}
