package org.ticktoquote.analysis.matching;

import java.util.Arrays;

/** Ids of ticks that wait for an answer, oldest first, with the prices that they call for: growing rings of longs. */
final class TickQueue {
    /** There is no such tick. */
    static final long NONE = Long.MIN_VALUE;

    private static final int INITIAL = 8;

    private long[] ids = new long[INITIAL];
    private long[] bids = new long[INITIAL];
    private long[] asks = new long[INITIAL];
    private int head;
    private int size;

    void add(long id, long bid, long ask) {
        if (size == ids.length) {
            grow();
        }
        int at = (head + size) & (ids.length - 1);
        ids[at] = id;
        bids[at] = bid;
        asks[at] = ask;
        size++;
    }

    private void grow() {
        ids = larger(ids);
        bids = larger(bids);
        asks = larger(asks);
        head = 0;
    }

    private long[] larger(long[] ring) {
        long[] larger = Arrays.copyOf(ring, ring.length * 2);
        for (int i = 0; i < size; i++) {
            larger[i] = ring[(head + i) & (ring.length - 1)];
        }
        return larger;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long first() {
        return ids[head];
    }

    long at(int position) {
        return ids[(head + position) & (ids.length - 1)];
    }

    long bid(int position) {
        return bids[(head + position) & (ids.length - 1)];
    }

    long ask(int position) {
        return asks[(head + position) & (ids.length - 1)];
    }

    int size() {
        return size;
    }

    /** How many stand before an id. */
    int countBelow(long id) {
        int count = 0;
        while (count < size && at(count) < id) {
            count++;
        }
        return count;
    }

    /** The first one above an id, or {@link #NONE}; steps over those that are about to be removed. */
    long firstAfter(long id) {
        for (int i = 0; i < size; i++) {
            if (at(i) > id) {
                return at(i);
            }
        }
        return NONE;
    }

    void removeFirst(int count) {
        head = (head + count) & (ids.length - 1);
        size -= count;
    }

    long removeFirst() {
        long id = ids[head];
        head = (head + 1) & (ids.length - 1);
        size--;
        return id;
    }
}
