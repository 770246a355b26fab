package org.ticktoquote.analysis.matching;

import java.util.Arrays;

/** Ids of ticks that wait for an answer, oldest first: a growing ring of longs. */
final class TickQueue {
    /** There is no such tick. */
    static final long NONE = Long.MIN_VALUE;

    private static final int INITIAL = 8;

    private long[] ids = new long[INITIAL];
    private int head;
    private int size;

    void add(long id) {
        if (size == ids.length) {
            grow();
        }
        ids[(head + size) & (ids.length - 1)] = id;
        size++;
    }

    private void grow() {
        long[] larger = Arrays.copyOf(ids, ids.length * 2);
        for (int i = 0; i < size; i++) {
            larger[i] = ids[(head + i) & (ids.length - 1)];
        }
        ids = larger;
        head = 0;
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
