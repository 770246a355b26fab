package org.ticktoquote.pricing.publish;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.price.PricedTick;

/**
 * The price of a tick for one tier, shared by the sessions of the tier, and encoded once for all of them.
 *
 * <p>Any thread; two that encode at once do the same work twice.
 */
public final class TierPrice {
    private final PricedTick priced;
    private final int tier;
    private @Nullable EncodedPrice encoded;

    public TierPrice(PricedTick priced, int tier) {
        this.priced = priced;
        this.tier = tier;
    }

    public PricedTick priced() {
        return priced;
    }

    public int tier() {
        return tier;
    }

    public long bid() {
        return priced.prices().bid(tier);
    }

    public long ask() {
        return priced.prices().ask(tier);
    }

    /** As the encoder wrote it when it was asked first. */
    public EncodedPrice encoded(Function<TierPrice, EncodedPrice> encoder) {
        EncodedPrice known = encoded;
        if (known == null) {
            known = encoder.apply(this);
            encoded = known;
        }
        return known;
    }
}
