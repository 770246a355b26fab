package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.EightBytes;

/**
 * Fields of one entry of a message, or of the part of a message that precedes its entries.
 *
 * <p>An id has 128 bits, which are its characters, or a hash if it has more than sixteen. 0 means no id. One thread at a
 * time. Does not allocate.
 */
final class Entry {
    static final char BID = '0';
    static final char ASK = '1';
    /** MDEntryType (269) of a book without entries. */
    static final char EMPTY_BOOK = 'J';
    /** MDUpdateAction (279) of a new entry. */
    static final char NEW = '0';
    /** MDUpdateAction (279) of a deleted entry. */
    static final char DELETE = '2';
    /** Quantity of a level at which no trade is possible. */
    static final long WITHDRAWN = -1;
    /** The entry has no quantity. */
    static final long NO_QUANTITY = -2;

    private static final long SPREAD = 0x9e3779b97f4a7c15L;
    private static final long OTHER_SPREAD = 0xbf58476d1ce4e5b9L;

    char update;
    char type;
    long idLow;
    long idHigh;
    long refLow;
    long refHigh;
    /** Sum of hashes of MDMkt (275) and MDEntryOriginator (282), 0 without both. */
    long market;

    long price;
    long quantity;
    int level;
    long position;
    long bid;
    long ask;
    long bidQuantity;
    long askQuantity;
    boolean unreadable;
    int instrument;
    boolean symbolSeen;
    long tickId;
    boolean echoSeen;

    Entry() {
        clear();
    }

    void clear() {
        update = 0;
        type = 0;
        idLow = 0;
        idHigh = 0;
        refLow = 0;
        refHigh = 0;
        market = 0;
        price = Price.NONE;
        quantity = NO_QUANTITY;
        level = 0;
        position = 0;
        bid = Price.NONE;
        ask = Price.NONE;
        bidQuantity = NO_QUANTITY;
        askQuantity = NO_QUANTITY;
        unreadable = false;
        instrument = Symbols.UNKNOWN;
        symbolSeen = false;
        tickId = SnapshotRecord.NO_ID;
        echoSeen = false;
    }

    void id(byte[] bytes, int from, int to) {
        idLow = low(bytes, from, to);
        idHigh = high(bytes, from, to);
    }

    void ref(byte[] bytes, int from, int to) {
        refLow = low(bytes, from, to);
        refHigh = high(bytes, from, to);
    }

    /** @param tag action of the tag, which distinguishes equal values of 275 and 282 */
    void market(int tag, byte[] bytes, int from, int to) {
        market += hash(bytes, from, to, tag * SPREAD);
    }

    boolean identified() {
        return (idLow | idHigh) != 0;
    }

    /** Returns whether the entry refers to another one, which it changes or deletes. */
    boolean hasReference() {
        return (refLow | refHigh) != 0;
    }

    /** Returns whether the entry names an entry that should be in the book already. */
    boolean hasKey() {
        return hasReference() || identified() && update != NEW;
    }

    boolean hasSide() {
        return type == BID || type == ASK;
    }

    /** Adds the prices of a quote to a top of book. */
    void quote(TopOfBook top) {
        if (bidQuantity == WITHDRAWN || askQuantity == WITHDRAWN) {
            top.markWithdrawn();
        }
        if (bid != Price.NONE && bidQuantity != WITHDRAWN) {
            top.bid(bid, Math.max(0, bidQuantity));
        }
        if (ask != Price.NONE && askQuantity != WITHDRAWN) {
            top.ask(ask, Math.max(0, askQuantity));
        }
    }

    private static long low(byte[] bytes, int from, int to) {
        return to - from <= 2 * EightBytes.LENGTH
                ? EightBytes.first(EightBytes.at(bytes, from), to - from)
                : hash(bytes, from, to, SPREAD);
    }

    private static long high(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length <= EightBytes.LENGTH) {
            return 0;
        }
        return length <= 2 * EightBytes.LENGTH
                ? EightBytes.first(EightBytes.at(bytes, from + EightBytes.LENGTH), length - EightBytes.LENGTH)
                : hash(bytes, from, to, OTHER_SPREAD);
    }

    private static long hash(byte[] bytes, int from, int to, long spread) {
        long hash = to;
        hash -= from;
        for (int at = from; at < to; at += EightBytes.LENGTH) {
            hash = (hash ^ EightBytes.first(EightBytes.at(bytes, at), to - at)) * spread;
            hash ^= hash >>> Integer.SIZE;
        }
        return hash;
    }
}
