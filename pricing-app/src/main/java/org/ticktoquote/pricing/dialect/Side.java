package org.ticktoquote.pricing.dialect;

import org.ticktoquote.core.price.Price;
import org.ticktoquote.pricing.publish.TierPrice;

/** One side of a price. All levels after the best are artificial, each one tick size further away and larger. */
enum Side {
    BID('0', 0, -1),
    ASK('1', 5, 1);

    /** Number of levels in a full book. */
    static final int LEVELS = 3;

    private final char entryType;
    private final int firstKey;
    private final long direction;

    Side(char entryType, int firstKey, long away) {
        this.entryType = entryType;
        this.firstKey = firstKey;
        this.direction = away;
    }

    /** MDEntryType (269). */
    char entryType() {
        return entryType;
    }

    /** Returns the digit that follows the tick's id in the key (278) of a level's entry. */
    int keyDigit(int level) {
        return firstKey + level;
    }

    /** Returns the number of a price's tick, used in entry keys and quote ids. */
    static long number(TierPrice of) {
        return Math.abs(of.priced().tick().tickId());
    }

    /** Returns the price of the best level. */
    long price(TierPrice of) {
        return this == BID ? of.bid() : of.ask();
    }

    /** Returns the quantity at the venue of the price; 0 if unknown. */
    long quantity(TierPrice of) {
        return this == BID ? of.priced().bidQuantity() : of.priced().askQuantity();
    }

    /** Writes 270 and, if {@code sized} and the quantity is known, 271 of a level. */
    void level(StringBuilder text, TierPrice of, int level, boolean sized) {
        long price = price(of) + direction * level * of.priced().instrument().tickSize();
        text.append("270=").append(Price.format(price)).append('|');
        if (sized && quantity(of) > 0) { // 271=0 would mean that no quantity is available
            text.append("271=").append(quantity(of) * (level + 1)).append('|');
        }
    }
}
