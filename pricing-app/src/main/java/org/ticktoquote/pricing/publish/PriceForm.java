package org.ticktoquote.pricing.publish;

import org.ticktoquote.fix.message.Chars;

/** How a price, or a part of it, stands in a message; the same for every session of a tier. Any thread. */
@FunctionalInterface
public interface PriceForm {
    /** The bytes of a price. */
    Chars encode(TierPrice price);
}
