package org.ticktoquote.fix.tap;

import org.ticktoquote.core.price.Price;

/**
 * The best level of each side over the entries of one snapshot.
 *
 * <p>The fields of an entry may come in any order behind its MDEntryType. One thread; no allocation.
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

    /** A quantity that is not a number counts as none. */
    void quantity(long quantity) {
        entryQuantity = Math.max(0, quantity);
    }

    /** The entry is no price: there is nothing to be had at it. */
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

    /** A level of the bid: of two at one price the first counts. */
    void bid(long price, long quantity) {
        if (bid == Price.NONE || price > bid) {
            bid = price;
            bidQuantity = quantity;
        }
    }

    /** Likewise of the ask. */
    void ask(long price, long quantity) {
        if (ask == Price.NONE || price < ask) {
            ask = price;
            askQuantity = quantity;
        }
    }

    /** There was a level that is no price. */
    void leaveOut() {
        withdrawn = true;
    }

    /** Whether there is no price on either side. */
    boolean isEmpty() {
        return bid == Price.NONE && ask == Price.NONE;
    }

    boolean crossed() {
        return bid != Price.NONE && ask != Price.NONE && bid > ask;
    }

    /** Whether an entry was no price because there was nothing to be had at it. */
    boolean withdrawn() {
        return withdrawn;
    }

    /** Whether an entry had no readable price. */
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
