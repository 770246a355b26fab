package org.ticktoquote.analysis.matching;

import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * What one tier expected of one instrument, state after state, those of equal price linked from newest to oldest.
 *
 * <p>A state is addressed by its sequence number, from 0. Only the newest states up to a limit are remembered. A state
 * carries the id of the due tick that brought its price, 0 for one of the warm-up. Nothing is allocated but when more is
 * remembered than ever before. Not thread-safe.
 */
final class ExpectedPrices {
    /** There is no such state. */
    static final long NONE = -1;

    private static final int INITIAL = 64;
    /** Of a state that has further keys beside its price, and of one that has none; powers of two. */
    private static final int FIELDS = 8;

    private static final int FIELDS_OF_PRICE = 4;
    /** States of one price that are looked at where the oldest of them may be forgotten anyway. */
    private static final int FEW = 256;

    private static final int TICK = 0;
    private static final int BID = 1;
    private static final int ASK = 2;
    private static final int OLDER = 3;
    private static final int BID_QUANTITY = 4;
    private static final int ASK_QUANTITY = 5;
    private static final int VENUE_TIME = 6;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final int limit;
    private final Keys keys;
    private final int fields;
    private final Long2LongHashMap newest = new Long2LongHashMap(NONE);
    private long[] states;
    private int mask;
    private long size;
    /**
     * States from here on are not linked yet: it is done for many at once, before the first of them is overwritten or
     * somebody asks for a price. By id nobody does as long as snapshots show what their tick led to.
     */
    private long linked;
    /** The newest state of a price that is not found any more is older than this. */
    private long lost;

    /**
     * Nothing was expected yet.
     *
     * @param limit of states that are remembered, a power of two
     * @param keys what must agree beside the price
     */
    ExpectedPrices(int limit, Keys keys) {
        this.limit = limit;
        this.keys = keys;
        int first = Math.min(INITIAL, limit);
        this.fields = keys.none() ? FIELDS_OF_PRICE : FIELDS;
        this.states = new long[first * fields];
        this.mask = first - 1;
    }

    /** A tick left this price. */
    void add(long tickId, long bid, long ask, long bidQuantity, long askQuantity, long venueTimeNs) {
        if (size > mask && mask + 1 < limit) {
            grow();
        }
        if (size - linked > mask) {
            link();
        }
        int at = at(size);
        states[at + TICK] = tickId;
        states[at + BID] = bid;
        states[at + ASK] = ask;
        if (fields == FIELDS) {
            states[at + BID_QUANTITY] = bidQuantity;
            states[at + ASK_QUANTITY] = askQuantity;
            states[at + VENUE_TIME] = venueTimeNs;
        }
        size++;
    }

    private void grow() {
        long[] larger = new long[states.length * 2];
        System.arraycopy(states, 0, larger, 0, states.length); // not wrapped yet: it grows whenever it is full
        states = larger;
        mask = 2 * mask + 1;
    }

    private void link() {
        for (; linked < size; linked++) {
            if (newest.size() > 2 * limit) {
                forget();
            }
            int at = at(linked);
            long older = newest.put(mixed(states[at + BID], states[at + ASK]), linked);
            states[at + OLDER] = older == NONE ? lost - 1 : older;
        }
    }

    /** What was no longer remembered when the next state to be linked came. */
    private void forget() {
        lost = Math.max(0, linked - limit);
        for (Long2LongHashMap.EntryIterator price = newest.entrySet().iterator(); price.hasNext(); ) {
            price.next();
            if (price.getLongValue() < lost) {
                price.remove();
            }
        }
    }

    private long newestOfPrice(SnapshotRecord snapshot) {
        link();
        return newest.get(mixed(snapshot.bid(), snapshot.ask()));
    }

    private int at(long sequence) {
        return (int) (sequence & mask) * fields;
    }

    private static long mixed(long bid, long ask) {
        long mixed = (bid * MIX ^ ask) * MIX;
        return mixed ^ mixed >>> 32;
    }

    /** How many states there were. */
    long size() {
        return size;
    }

    /** The oldest state that is remembered. */
    long oldest() {
        return Math.max(0, size - mask - 1);
    }

    /** The newest state whose tick is not newer than one of an id; {@link #NONE} when that is not remembered. */
    long newestOf(long id) {
        long oldest = oldest();
        long low = size;
        long high = size;
        for (long step = 1; low > oldest && tickId(low - 1) > id; step *= 2) { // most ids are among the newest
            high = low - 1;
            low = Math.max(oldest, low - step);
        }
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (tickId(middle) <= id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == oldest ? NONE : low - 1;
    }

    /** The newest state that the snapshot can show, or {@link #NONE}. */
    long newest(SnapshotRecord snapshot) {
        long sequence = newestOfPrice(snapshot);
        long oldest = oldest();
        while (sequence >= oldest && !shows(sequence, snapshot)) {
            sequence = states[at(sequence) + OLDER];
        }
        return sequence >= oldest ? sequence : NONE;
    }

    /** Whether a snapshot that shows none of the remembered states may show one, from a floor on, that is forgotten. */
    boolean forgot(long floor, SnapshotRecord snapshot) {
        long sequence = newestOfPrice(snapshot);
        long oldest = oldest();
        while (sequence >= oldest) {
            sequence = states[at(sequence) + OLDER];
        }
        return (sequence == NONE ? lost - 1 : sequence) >= floor;
    }

    /**
     * The oldest state from a floor on that the snapshot can show; {@link #NONE} when it may be one that is no longer
     * remembered.
     *
     * <p>Where a price was held before all that is remembered, it is still known when it was last. With a floor that is
     * forgotten only a {@linkplain #FEW few} states of the price are looked at; beyond them it counts as not known.
     *
     * @param newest state that it can show
     */
    long oldest(long newest, long floor, SnapshotRecord snapshot) {
        long remembered = Math.max(floor, oldest());
        int left = floor < remembered ? FEW : Integer.MAX_VALUE;
        link();
        long oldest = NONE;
        long sequence = newest;
        while (sequence >= remembered && left-- > 0) {
            oldest = shows(sequence, snapshot) ? sequence : oldest;
            sequence = states[at(sequence) + OLDER];
        }
        return sequence < floor ? oldest : NONE;
    }

    /** Whether the snapshot can show a state that is remembered. */
    boolean shows(long sequence, SnapshotRecord snapshot) {
        int at = at(sequence);
        return states[at + BID] == snapshot.bid()
                && states[at + ASK] == snapshot.ask()
                && keys.agree(snapshot, states, at + BID_QUANTITY);
    }

    /** Whether a state's price is that of a snapshot. */
    boolean has(long sequence, SnapshotRecord snapshot) {
        return bid(sequence) == snapshot.bid() && ask(sequence) == snapshot.ask();
    }

    long bid(long sequence) {
        return states[at(sequence) + BID];
    }

    long ask(long sequence) {
        return states[at(sequence) + ASK];
    }

    /** The newest state not above a bound that shows the same as a later one; NONE when that is not remembered. */
    long sameAtMost(long sequence, long bound) {
        link();
        long oldest = oldest();
        long older = sequence;
        while (older > bound && older >= oldest) {
            older = states[at(older) + OLDER];
            while (older >= oldest && !same(at(older), at(sequence))) {
                older = states[at(older) + OLDER];
            }
        }
        return sequence >= oldest && older >= oldest ? older : NONE;
    }

    private boolean same(int left, int right) {
        return states[left + BID] == states[right + BID]
                && states[left + ASK] == states[right + ASK]
                && keys.same(states, left + BID_QUANTITY, right + BID_QUANTITY);
    }

    /** The due tick that brought a state's price; 0 for one of the warm-up. */
    long tickId(long sequence) {
        return states[at(sequence) + TICK];
    }
}
