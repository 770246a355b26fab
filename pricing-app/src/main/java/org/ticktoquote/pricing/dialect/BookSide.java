package org.ticktoquote.pricing.dialect;

import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.pricing.publish.PriceForm;
import org.ticktoquote.pricing.publish.TierPrice;

/** The entries of one side that a session was sent last of one pair. One thread at a time. */
final class BookSide {
    private static final Chars TAKEN = Chars.of("279=2|278=");

    private final Side side;
    private final PriceForm brought;
    private final Chars entryEnd;
    private long number;
    private long price;
    private long quantity;

    /**
     * Of no entries so far.
     *
     * @param brought how new entries look
     * @param entryEnd what stands behind the key of one that goes
     */
    BookSide(Side side, PriceForm brought, Chars entryEnd) {
        this.side = side;
        this.brought = brought;
        this.entryEnd = entryEnd;
    }

    boolean moved(TierPrice to) {
        return price != side.price(to) || quantity != side.quantity(to);
    }

    /** The entries of a price are the session's from now on. */
    void set(TierPrice to) {
        number = Side.number(to);
        price = side.price(to);
        quantity = side.quantity(to);
    }

    /** Writes that all entries go. */
    void take(Scratch to) {
        for (int level = 0; level < Side.LEVELS; level++) {
            to.put(TAKEN);
            to.putNumber(number);
            to.putNumber(side.keyDigit(level));
            to.put(entryEnd);
        }
    }

    /** Adds the entries of a price, which are the session's from now on. */
    void bring(MessageFrame to, TierPrice newPrice) {
        Chars encoded = newPrice.encoded(brought);
        to.add(encoded);
        set(newPrice);
    }
}
