package org.ticktoquote.fix.tap;

import java.util.Arrays;
import java.util.function.Consumer;
import org.ticktoquote.core.journal.BookFaults;
import org.ticktoquote.core.price.Price;

/**
 * Book of one pair. Entries are in order of arrival, and are found by id, else by side and level, else by side and price. If
 * only the top of book was requested, they are found by side and market instead of side and price.
 *
 * <p>A new level moves the level in its place and those below down by one. A deleted level moves the levels below it up. The
 * sender does the same. Each side has at most {@code depth} entries. If there are more, the best are kept, and
 * {@link #topIsKnown()} tells whether the best of all is among them. One thread at a time. Allocates only if there are more
 * entries than ever before.
 */
final class PairBook implements Consumer<Entry> {
    private static final int FIELDS = 6;
    private static final int ID_LOW = 0;
    private static final int ID_HIGH = 1;
    private static final int PRICE = 2;
    private static final int QUANTITY = 3;
    private static final int PLACE = 4;
    private static final int MARKET = 5;
    private static final int NOT_FOUND = -1;
    private static final int INITIAL_CAPACITY = 4;

    private static final char CHANGE = '1';
    private static final char OVERLAY = '5';

    private final int depth;
    private final boolean topOnly;
    private final TopOfBook top = new TopOfBook();
    private long[] entries = new long[INITIAL_CAPACITY * FIELDS];
    /** Whether a side had several entries of one market, although only the top was requested. Prices are keys then. */
    private boolean several;

    private int end;
    private int bids;
    private int asks;
    private long lostBid;
    private long lostAsk;
    private int repeated;
    private int unknown;
    private int beyond;

    PairBook(int depth, boolean topOnly) {
        this.depth = depth;
        this.topOnly = topOnly;
        clear();
    }

    void clear() {
        end = 0;
        several = false;
        bids = 0;
        asks = 0;
        lostBid = Price.NONE;
        lostAsk = Price.NONE;
    }

    /** Adds an entry of a snapshot. */
    @Override
    public void accept(Entry entry) {
        if (entry.hasSide()) {
            int at = entry.identified() ? byId(entry, entry.idLow, entry.idHigh) : NOT_FOUND;
            add(entry, at);
        }
    }

    /** Applies an entry of a refresh. Returns whether it could be read and applied. */
    boolean apply(Entry entry) {
        if (entry.type != 0 && !entry.hasSide()) {
            return true; // a trade, or another entry without a dealable price
        }
        int at = find(entry);
        return switch (entry.update) {
            case Entry.NEW -> begin(entry, at);
            case CHANGE, OVERLAY -> change(entry, at);
            case Entry.DELETE -> delete(entry, at);
            default -> false;
        };
    }

    /** Returns whether the book has an entry with this entry's id, or with the id that it refers to. */
    boolean holds(Entry entry) {
        return entry.hasReference() && byId(entry, entry.refLow, entry.refHigh) >= 0
                || entry.identified() && byId(entry, entry.idLow, entry.idHigh) >= 0;
    }

    private int find(Entry entry) {
        if (entry.hasReference() && entry.update != Entry.NEW) {
            return byId(entry, entry.refLow, entry.refHigh);
        }
        if (entry.identified()) {
            return byId(entry, entry.idLow, entry.idHigh);
        }
        if (entry.level > 0) {
            return byPlace(place(entry));
        }
        return isTop(entry) ? byMarket(entry) : byPrice(entry);
    }

    /** Finds an id on the entry's side, because it can be unique per side only. A change can move an entry between sides. */
    private int byId(Entry entry, long low, long high) {
        int elsewhere = NOT_FOUND;
        for (int at = 0; at < end; at += FIELDS) {
            if (entries[at + ID_LOW] == low && entries[at + ID_HIGH] == high) {
                if (!entry.hasSide() || side(entries[at + PLACE]) == entry.type) {
                    return at;
                }
                elsewhere = at;
            }
        }
        return entry.update == CHANGE || entry.update == OVERLAY || entry.update == Entry.DELETE
                ? elsewhere
                : NOT_FOUND;
    }

    /** Finds the top of a side and market. An entry without a market is that of the only one. */
    private int byMarket(Entry entry) {
        int top = NOT_FOUND;
        int candidates = 0;
        for (int at = 0; at < end; at += FIELDS) {
            long market = entries[at + MARKET];
            if (side(entries[at + PLACE]) == entry.type
                    && (market == 0 || entry.market == 0 || market == entry.market)) {
                candidates++;
                top = at;
                if (market == entry.market) {
                    candidates = 1;
                    break;
                }
            }
        }
        return candidates > 1 || top >= 0 && isReplaced(entry, top) ? byPrice(entry) : top;
    }

    /** Returns whether an entry deletes a price that a new one has already replaced. */
    private boolean isReplaced(Entry entry, int at) {
        return entry.update == Entry.DELETE && priced(entry) && entries[at + PRICE] != entry.price;
    }

    private boolean isTop(Entry entry) {
        return topOnly && !several && !entry.hasReference() && !entry.identified() && entry.level == 0;
    }

    private boolean holdsMarket(Entry entry) {
        for (int at = 0; at < end; at += FIELDS) {
            if (side(entries[at + PLACE]) == entry.type && entries[at + MARKET] == entry.market) {
                return true;
            }
        }
        return false;
    }

    private int byPlace(long place) {
        for (int at = 0; at < end; at += FIELDS) {
            if (entries[at + PLACE] == place) {
                return at;
            }
        }
        return NOT_FOUND;
    }

    private int byPrice(Entry entry) {
        for (int at = 0; at < end; at += FIELDS) {
            if (entries[at + PRICE] == entry.price && side(entries[at + PLACE]) == entry.type) {
                return at;
            }
        }
        return NOT_FOUND;
    }

    /** Packs side and level into one number. */
    private static long place(Entry entry) {
        return (long) entry.level << Character.SIZE | entry.type;
    }

    private static char side(long place) {
        return (char) place;
    }

    private static int level(long place) {
        return (int) (place >>> Character.SIZE);
    }

    private boolean begin(Entry entry, int at) {
        if (entry.price == Price.NONE || !entry.hasSide()) {
            return false;
        }
        boolean levelled = !entry.identified() && entry.level > 0;
        if (levelled && at >= 0) {
            shift(entry, 1);
        } else {
            repeated += at >= 0 && !isTop(entry) ? 1 : 0;
        }
        add(entry, levelled ? NOT_FOUND : at);
        return true;
    }

    private boolean change(Entry entry, int at) {
        if (!keyed(entry, at) || entry.unreadable) {
            return false;
        }
        if (at < 0) {
            unknown++;
            boolean whole = priced(entry) && entry.hasSide();
            if (whole) {
                add(entry, NOT_FOUND);
            }
            return whole;
        }
        update(entry, at);
        return true;
    }

    private boolean keyed(Entry entry, int at) {
        boolean top = isTop(entry) && (at >= 0 || held(entry.type) == 0);
        return entry.hasReference()
                || entry.identified()
                || entry.hasSide() && (top || entry.level > 0 || priced(entry));
    }

    private int held(char side) {
        return side == Entry.BID ? bids : asks;
    }

    private static boolean priced(Entry entry) {
        return entry.price != Price.NONE;
    }

    private void update(Entry entry, int at) {
        if (entry.hasReference() && entry.identified()) {
            entries[at + ID_LOW] = entry.idLow;
            entries[at + ID_HIGH] = entry.idHigh;
        }
        if (priced(entry)) {
            entries[at + PRICE] = entry.price;
        }
        if (entry.quantity != Entry.NO_QUANTITY) {
            entries[at + QUANTITY] = entry.quantity;
        }
        if (entry.hasSide() && side(entries[at + PLACE]) != entry.type) {
            count(side(entries[at + PLACE]), -1);
            count(entry.type, 1);
            entries[at + PLACE] = place(entry);
        }
    }

    private boolean delete(Entry entry, int at) {
        if (!keyed(entry, at)) {
            return false;
        }
        if (at < 0) {
            unknown += isTop(entry) && priced(entry) ? 0 : 1;
            return true;
        }
        boolean levelled = !entry.hasReference() && !entry.identified() && entry.level > 0;
        remove(at);
        if (levelled) {
            shift(entry, -1);
        }
        return true;
    }

    /** Moves an entry's level and the levels below it. Removes levels beyond the depth, as the sender does. */
    private void shift(Entry entry, int by) {
        for (int at = end - FIELDS; at >= 0; at -= FIELDS) {
            long place = entries[at + PLACE];
            if (side(place) == entry.type && level(place) >= entry.level) {
                entries[at + PLACE] = place + ((long) by << Character.SIZE);
                if (level(place) + by > depth) {
                    remove(at);
                }
            }
        }
    }

    /** Adds an entry, in place of another one or after all others. */
    private void add(Entry entry, int inPlaceOf) {
        if (inPlaceOf >= 0) {
            remove(inPlaceOf);
        }
        several |= isTop(entry) && holdsMarket(entry);
        if (entry.level > depth) {
            beyond++;
        } else if (held(entry.type) < depth || makeRoom(entry)) {
            append(entry);
        }
    }

    /** Makes room on a full side if the entry is better than the worst. Returns whether the worst was removed. */
    private boolean makeRoom(Entry entry) {
        beyond++;
        int worst = NOT_FOUND;
        for (int at = 0; at < end; at += FIELDS) {
            boolean same = side(entries[at + PLACE]) == entry.type;
            if (same && (worst < 0 || !better(entry.type, entries[at + PRICE], entries[worst + PRICE]))) {
                worst = at;
            }
        }
        boolean leaves = better(entry.type, entry.price, entries[worst + PRICE]);
        lose(entry.type, leaves ? entries[worst + PRICE] : entry.price);
        if (leaves) {
            remove(worst);
        }
        return leaves;
    }

    private static boolean better(char side, long price, long other) {
        return side == Entry.BID ? price > other : price < other;
    }

    private void lose(char side, long price) {
        if (side == Entry.BID) {
            lostBid = lostBid == Price.NONE ? price : Math.max(lostBid, price);
        } else {
            lostAsk = lostAsk == Price.NONE ? price : Math.min(lostAsk, price);
        }
    }

    private void append(Entry entry) {
        if (end == entries.length) {
            entries = Arrays.copyOf(entries, 2 * end);
        }
        entries[end + ID_LOW] = entry.idLow;
        entries[end + ID_HIGH] = entry.idHigh;
        entries[end + PRICE] = entry.price;
        entries[end + QUANTITY] = entry.quantity == Entry.NO_QUANTITY ? 0 : entry.quantity;
        entries[end + PLACE] = place(entry);
        entries[end + MARKET] = entry.market;
        end += FIELDS;
        count(entry.type, 1);
    }

    private void remove(int at) {
        count(side(entries[at + PLACE]), -1);
        System.arraycopy(entries, at + FIELDS, entries, at, end - at - FIELDS);
        end -= FIELDS;
    }

    private void count(char side, int more) {
        if (side == Entry.BID) {
            bids += more;
        } else {
            asks += more;
        }
    }

    /** Returns the current best of each side, valid until the next call. */
    TopOfBook top() {
        top.clear();
        for (int at = 0; at < end; at += FIELDS) {
            long quantity = entries[at + QUANTITY];
            if (quantity == Entry.WITHDRAWN) {
                top.markWithdrawn();
            } else if (side(entries[at + PLACE]) == Entry.BID) {
                top.bid(entries[at + PRICE], quantity);
            } else {
                top.ask(entries[at + PRICE], quantity);
            }
        }
        return top;
    }

    /** Returns whether the last {@link #top()} is at least as good as all entries left out. */
    boolean topIsKnown() {
        boolean bidKnown = lostBid == Price.NONE || top.bid() != Price.NONE && top.bid() >= lostBid;
        boolean askKnown = lostAsk == Price.NONE || top.ask() != Price.NONE && top.ask() <= lostAsk;
        return bidKnown && askKnown;
    }

    /**
     * Returns the inconsistencies since the last call, and whether the last {@link #top()} is crossed, as {@link BookFaults}.
     */
    long faults() {
        long faults = BookFaults.of(repeated, unknown, beyond, top.crossed());
        repeated = 0;
        unknown = 0;
        beyond = 0;
        return faults;
    }
}
