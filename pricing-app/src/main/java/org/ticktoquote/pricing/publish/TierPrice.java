package org.ticktoquote.pricing.publish;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.message.MessagePart;
import org.ticktoquote.pricing.price.PricedTick;

/**
 * Price of a tick for one tier, shared by the tier's sessions and encoded once per format.
 *
 * <p>Safe for any thread. Two threads that encode at the same time duplicate the work.
 */
public final class TierPrice {
    private final PricedTick priced;
    private final int tier;
    private @Nullable Encoded newest;

    /** Encoded price in one format, linked to earlier formats. */
    private record Encoded(
            PriceFormat form,
            RequestedBook book,
            MessagePart price,
            @Nullable Encoded before) {}

    /** Encodes a price, or a part of it, identically for every session of a tier. Safe for any thread. */
    @FunctionalInterface
    public interface PriceFormat {
        /** Returns the bytes of the requested part of a price. */
        MessagePart encode(TierPrice price, RequestedBook book);
    }

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

    /** Returns the price in a format. Encodes it on the first call for the format and book. */
    public MessagePart encoded(PriceFormat form, RequestedBook book) {
        Encoded known = newest;
        for (Encoded each = known; each != null; each = each.before()) {
            if (each.form() == form && each.book().equals(book)) {
                return each.price();
            }
        }
        MessagePart made = form.encode(this, book);
        newest = new Encoded(form, book, made, known);
        return made;
    }
}
