package org.ticktoquote.pricing.publish;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.marketdata.RequestedBook;
import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.pricing.price.PricedTick;

/**
 * The price of a tick for one tier, shared by the sessions of the tier, and encoded once for all of them in each form.
 *
 * <p>Any thread; two that encode at once do the same work twice.
 */
public final class TierPrice {
    private final PricedTick priced;
    private final int tier;
    private @Nullable Encoded newest;

    /** What one form makes of the price, and what others made of it before. */
    private record Encoded(
            Form form,
            RequestedBook book,
            Chars price,
            @Nullable Encoded before) {}

    /** How a price, or a part of it, is written; the same for every session of a tier. Any thread. */
    @FunctionalInterface
    public interface Form {
        /** The bytes of the part of a price that was asked for. */
        Chars encode(TierPrice price, RequestedBook book);
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

    /** As a form writes it; the same bytes for whoever asks again. */
    public Chars encoded(Form form, RequestedBook book) {
        Encoded known = newest;
        for (Encoded each = known; each != null; each = each.before()) {
            if (each.form() == form && each.book().equals(book)) {
                return each.price();
            }
        }
        Chars made = form.encode(this, book);
        newest = new Encoded(form, book, made, known);
        return made;
    }
}
