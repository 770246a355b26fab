package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** Pending ticks, oldest first, with the prices they call for. Growing ring of longs. */
final class TickQueue {
    static final long NONE = Long.MIN_VALUE;

    private static final int INITIAL = 8;
    private static final long MISSED = 1;
    /** Longs per tick, a power of two: twice the id plus the missed flag, bid, ask, intended time. */
    private static final int LENGTH = 4;

    private long[] ring = new long[INITIAL * LENGTH];
    private int head;
    private int size;

    void add(long id, long intendedNs, long bid, long ask) {
        if (size * LENGTH == ring.length) {
            grow();
        }
        int at = place(size);
        ring[at] = id << 1;
        ring[at + 1] = bid;
        ring[at + 2] = ask;
        ring[at + 3] = intendedNs;
        size++;
    }

    private void grow() {
        long[] larger = new long[ring.length * 2];
        int first = ring.length - head;
        System.arraycopy(ring, head, larger, 0, first);
        System.arraycopy(ring, 0, larger, first, head);
        ring = larger;
        head = 0;
    }

    private int place(int position) {
        return head + position * LENGTH & ring.length - 1;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long at(int position) {
        return ring[place(position)] >> 1;
    }

    /** Marks all pending ticks as missed: their session was down. */
    void miss() {
        for (int position = 0; position < size; position++) {
            ring[place(position)] |= MISSED;
        }
    }

    /** Marks only the last pending tick as missed. */
    void missLast() {
        ring[place(size - 1)] |= MISSED;
    }

    boolean missed(int position) {
        return (ring[place(position)] & MISSED) != 0;
    }

    long bid(int position) {
        return ring[place(position) + 1];
    }

    long ask(int position) {
        return ring[place(position) + 2];
    }

    long intendedNs(int position) {
        return ring[place(position) + 3];
    }

    int size() {
        return size;
    }

    int countBelow(long id) {
        int count = 0;
        while (count < size && at(count) < id) {
            count++;
        }
        return count;
    }

    /** Returns the number of pending ticks sent until a time. */
    int countSent(long untilNs, TickResults results) {
        int count = 0;
        while (count < size && results.sentNs(at(count)) <= untilNs) {
            count++;
        }
        return count;
    }

    /** Sets the outcome of the first pending ticks, of any attribution. */
    void resolve(int count, int outcome, TickAttribution by) {
        for (int position = 0; position < count; position++) {
            by.setOutcome(at(position), ResultCell.of(outcome));
        }
    }

    void removeFirst(int count) {
        head = place(count);
        size -= count;
    }
}
