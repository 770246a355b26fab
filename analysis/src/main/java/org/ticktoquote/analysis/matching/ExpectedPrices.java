package org.ticktoquote.analysis.matching;

import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Expected prices of one tier of one instrument, as a sequence of states. A state is the price expected after a tick, and
 * links to the previous state of equal price.
 *
 * <p>States are addressed by sequence number, from 0. Only the newest states up to a limit are kept. A state holds the id
 * of the due tick that caused its price, 0 or less in the warm-up. Allocates only when more states are kept than ever
 * before. Not thread-safe.
 */
final class ExpectedPrices {
    static final long NONE = -1;

    private static final int INITIAL = 64;
    /** Longs per state, with and without keys in addition to the price; powers of two. */
    private static final int FIELDS = 8;

    private static final int FIELDS_OF_PRICE = 4;
    /** Maximum number of equal-price states inspected if the oldest of them can have been forgotten. */
    private static final int MAX_INSPECTED = 256;

    private static final int TICK = 0;
    private static final int BID = 1;
    private static final int ASK = 2;
    private static final int OLDER = 3;
    private static final int BID_QUANTITY = 4;
    private static final int ASK_QUANTITY = 5;
    private static final int VENUE_TIME = 6;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final int limit;
    private final MatchKeys keys;
    private final int fields;
    private final Long2LongHashMap newest = new Long2LongHashMap(NONE);
    private long[] states;
    private int mask;
    private long size;
    /**
     * First state not linked yet. States are linked in batches, before the first is overwritten or when a price is looked
     * up. Matching by id looks up a price only if a snapshot does not show the price of its tick.
     */
    private long linked;
    /** If the map lacks a price, the newest state of that price is older than this. */
    private long lost;

    /**
     * @param limit maximum number of states kept, a power of two
     * @param keys values that must agree in addition to the price
     */
    ExpectedPrices(int limit, MatchKeys keys) {
        this.limit = limit;
        this.keys = keys;
        int first = Math.min(INITIAL, limit);
        this.fields = keys.none() ? FIELDS_OF_PRICE : FIELDS;
        this.states = new long[first * fields];
        this.mask = first - 1;
    }

    /** Appends the state after a tick. */
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
        System.arraycopy(states, 0, larger, 0, states.length); // not wrapped yet: grows whenever it is full
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

    /** Removes prices whose newest state was overwritten before the state {@link #linked} was added. */
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

    /** Returns the number of states, including overwritten ones. */
    long size() {
        return size;
    }

    /** Returns the oldest state that is kept. */
    long oldest() {
        return Math.max(0, size - mask - 1);
    }

    /** Returns the newest state whose tick is not newer than the id; {@link #NONE} if it is no longer kept. */
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

    /** Returns the newest state that the snapshot can show, or {@link #NONE}. */
    long newest(SnapshotRecord snapshot) {
        long sequence = newestOfPrice(snapshot);
        long oldest = oldest();
        while (sequence >= oldest && !shows(sequence, snapshot)) {
            sequence = states[at(sequence) + OLDER];
        }
        return sequence >= oldest ? sequence : NONE;
    }

    /** Returns whether a snapshot that matches no kept state can match a forgotten state at or above a floor. */
    boolean forgot(long floor, SnapshotRecord snapshot) {
        long sequence = newestOfPrice(snapshot);
        long oldest = oldest();
        while (sequence >= oldest) {
            sequence = states[at(sequence) + OLDER];
        }
        return (sequence == NONE ? lost - 1 : sequence) >= floor;
    }

    /**
     * Returns the oldest state at or above a floor that the snapshot can show; {@link #NONE} if it can have been forgotten.
     *
     * <p>The last occurrence of the price before the states kept is still known, because a kept state links to it. If the
     * floor is forgotten, only {@linkplain #MAX_INSPECTED a few} states of the price are inspected; with more, the result
     * is {@link #NONE}.
     *
     * @param newest the newest state that the snapshot can show
     */
    long oldest(long newest, long floor, SnapshotRecord snapshot) {
        long remembered = Math.max(floor, oldest());
        int left = floor < remembered ? MAX_INSPECTED : Integer.MAX_VALUE;
        link();
        long oldest = NONE;
        long sequence = newest;
        while (sequence >= remembered && left-- > 0) {
            oldest = shows(sequence, snapshot) ? sequence : oldest;
            sequence = states[at(sequence) + OLDER];
        }
        return sequence < floor ? oldest : NONE;
    }

    /** Returns whether the snapshot can show a kept state. */
    boolean shows(long sequence, SnapshotRecord snapshot) {
        int at = at(sequence);
        return states[at + BID] == snapshot.bid()
                && states[at + ASK] == snapshot.ask()
                && keys.matches(snapshot, states, at + BID_QUANTITY);
    }

    boolean has(long sequence, SnapshotRecord snapshot) {
        return bid(sequence) == snapshot.bid() && ask(sequence) == snapshot.ask();
    }

    long bid(long sequence) {
        return states[at(sequence) + BID];
    }

    long ask(long sequence) {
        return states[at(sequence) + ASK];
    }

    /**
     * Returns the newest state up to {@code bound} that equals the state {@code sequence} in price and keys; {@link #NONE}
     * if it is no longer kept.
     */
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
                && keys.areIndistinguishable(states, left + BID_QUANTITY, right + BID_QUANTITY);
    }

    /** Returns the due tick that caused a state's price; 0 or less in the warm-up. */
    long tickId(long sequence) {
        return states[at(sequence) + TICK];
    }
}
