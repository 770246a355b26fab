package org.ticktoquote.pricing.dialect;

import org.ticktoquote.core.price.Price;
import org.ticktoquote.pricing.publish.TierPrice;

/** One side of a price: its level of the venues and, behind it, made-up ones, a tick size apart and larger. */
enum Side {
    BID('0', 0, -1),
    ASK('1', 5, 1);

    /** Of a full book. */
    static final int LEVELS = 3;

    private final char entryType;
    private final int firstKey;
    private final long away;

    Side(char entryType, int firstKey, long away) {
        this.entryType = entryType;
        this.firstKey = firstKey;
        this.away = away;
    }

    /** MDEntryType (269). */
    char entryType() {
        return entryType;
    }

    /** The last digit of the key (278) of a level's entry, behind the tick's id. */
    int keyDigit(int level) {
        return firstKey + level;
    }

    /** The number of a price's tick, of which keys of entries and names of quotes are made. */
    static long number(TierPrice of) {
        return Math.abs(of.priced().tick().tickId());
    }

    /** Of the best level. */
    long price(TierPrice of) {
        return this == BID ? of.bid() : of.ask();
    }

    /** At the venue that shows the price; 0 when unknown. */
    long quantity(TierPrice of) {
        return this == BID ? of.priced().bidQuantity() : of.priced().askQuantity();
    }

    /** 270 and, where it is known, 271 of a level. */
    void level(StringBuilder text, TierPrice of, int level, boolean sized) {
        long price = price(of) + away * level * of.priced().instrument().tickSize();
        text.append("270=").append(Price.format(price)).append('|');
        if (sized && quantity(of) > 0) { // 271=0 would say that there is nothing to be had
            text.append("271=").append(quantity(of) * (level + 1)).append('|');
        }
    }
}
