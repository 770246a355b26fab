package org.ticktoquote.fix.tap;

import org.ticktoquote.core.price.Price;

/**
 * Best level of each side over all entries of a snapshot, a book or quotes.
 *
 * <p>The fields of an entry can come in any order after its MDEntryType. One thread at a time. Does not allocate.
 */
final class TopOfBook {
    private long bid;
    private long ask;
    private long bidQuantity;
    private long askQuantity;
    private boolean malformed;
    private char entry;
    private long entryPrice;
    private long entryQuantity;
    private boolean entryWithdrawn;
    private boolean withdrawn;

    void clear() {
        bid = Price.NONE;
        ask = Price.NONE;
        bidQuantity = 0;
        askQuantity = 0;
        malformed = false;
        withdrawn = false;
        entry = 0;
    }

    void beginEntry(char type) {
        endEntry();
        entry = type;
        entryPrice = Price.NONE;
        entryQuantity = 0;
        entryWithdrawn = false;
    }

    void price(long price) {
        entryPrice = price;
    }

    /** Sets the quantity of the entry. A quantity that is not a number counts as 0. */
    void quantity(long quantity) {
        entryQuantity = Math.max(0, quantity);
    }

    /** Marks the entry as withdrawn, because no trade is possible at its price. */
    void withdraw() {
        entryWithdrawn = true;
    }

    void endEntry() {
        boolean bidEntry = entry == Entry.BID;
        if (!bidEntry && entry != Entry.ASK) {
            return;
        }
        entry = 0;
        if (entryWithdrawn) {
            withdrawn = true;
        } else if (entryPrice == Price.NONE) {
            malformed = true;
        } else if (bidEntry) {
            bid(entryPrice, entryQuantity);
        } else {
            ask(entryPrice, entryQuantity);
        }
    }

    /** Adds a bid level. The first of two levels at the same price counts. */
    void bid(long price, long quantity) {
        if (bid == Price.NONE || price > bid) {
            bid = price;
            bidQuantity = quantity;
        }
    }

    /** Adds an ask level. The first of two levels at the same price counts. */
    void ask(long price, long quantity) {
        if (ask == Price.NONE || price < ask) {
            ask = price;
            askQuantity = quantity;
        }
    }

    /** Records a withdrawn level. */
    void markWithdrawn() {
        withdrawn = true;
    }

    /** Returns whether neither side has a price. */
    boolean isEmpty() {
        return bid == Price.NONE && ask == Price.NONE;
    }

    boolean crossed() {
        return bid != Price.NONE && ask != Price.NONE && bid > ask;
    }

    /** Returns whether a level was withdrawn, because no trade was possible at its price. */
    boolean withdrawn() {
        return withdrawn;
    }

    /** Returns whether an entry had no readable price. */
    boolean malformed() {
        return malformed;
    }

    long bid() {
        return bid;
    }

    long ask() {
        return ask;
    }

    long bidQuantity() {
        return bidQuantity;
    }

    long askQuantity() {
        return askQuantity;
    }
}
