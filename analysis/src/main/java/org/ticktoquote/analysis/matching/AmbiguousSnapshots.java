package org.ticktoquote.analysis.matching;

import java.util.Arrays;

/**
 * Snapshots of one session and pair, in order, that can still show several states of the {@link ExpectedPrices}. Each has
 * the oldest and the newest state that it can show.
 *
 * <p>Snapshots show states in order. The oldest state of a snapshot is therefore never older than the previous snapshot's,
 * and it is final on arrival. Later snapshots can lower a newest state, but not below a limit. A snapshot's limit is
 * the newest state that it can show if the last snapshot shows its own oldest state. The limit rises as snapshots
 * arrive. A newest state that has reached its limit is final.
 *
 * <p>Ring that grows up to a limit. Not thread-safe.
 */
final class AmbiguousSnapshots {
    private static final int INITIAL = 4;
    private static final int FIELDS = 8;
    private static final int RECEIVED = 0;
    private static final int COUNTED = 1;
    private static final int OLDEST = 2;
    private static final int OLDEST_ID = 3;
    private static final int NEWEST = 4;
    private static final int NEWEST_ID = 5;
    private static final int LEAST = 6;

    private final int limit;
    private long[] ring = new long[INITIAL * FIELDS];
    private int head;
    private int size;
    private long floor;

    /** @param limit maximum number of snapshots, a power of two */
    AmbiguousSnapshots(int limit) {
        this.limit = limit;
    }

    /** Returns the oldest state that the next snapshot can show. */
    long floor() {
        return floor;
    }

    /** Raises the floor to a state, because older ones are unknown. */
    void raise(long state) {
        floor = Math.max(floor, state);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns whether the first snapshot must be removed before another is added. */
    boolean full() {
        return size == limit;
    }

    /** Appends a snapshot. The ring must not be {@link #full}. */
    void add(long receivedNs, boolean counted, long oldest, long oldestId, long newest, long newestId) {
        if (size * FIELDS == ring.length) {
            grow();
        }
        int at = at(size);
        ring[at + RECEIVED] = receivedNs;
        ring[at + COUNTED] = counted ? 1 : 0;
        ring[at + OLDEST] = oldest;
        ring[at + OLDEST_ID] = oldestId;
        ring[at + NEWEST] = newest;
        ring[at + NEWEST_ID] = newestId;
        ring[at + LEAST] = oldest;
        size++;
        floor = oldest;
    }

    private void grow() {
        long[] larger = Arrays.copyOf(ring, ring.length * 2);
        for (int i = 0; i < size; i++) {
            System.arraycopy(ring, at(i), larger, i * FIELDS, FIELDS);
        }
        ring = larger;
        head = 0;
    }

    private int at(int position) {
        return (head + position) * FIELDS & ring.length - 1;
    }

    /** Bounds all earlier snapshots from above and below by the states of the last one. */
    void tighten(ExpectedPrices expected) {
        for (int i = size - 2; i >= 0 && ring[at(i) + NEWEST] > ring[at(i + 1) + NEWEST]; i--) {
            tighten(at(i), at(i + 1), expected);
        }
        boolean risen = true;
        for (int i = size - 2; i >= 0 && risen; i--) {
            risen = rises(at(i), ring[at(i + 1) + LEAST], expected);
        }
    }

    private boolean rises(int at, long bound, ExpectedPrices expected) {
        long least = ring[at + NEWEST] <= bound ? ring[at + NEWEST] : expected.sameAtMost(ring[at + NEWEST], bound);
        boolean risen = least > ring[at + LEAST]; // false if the state is no longer kept
        ring[at + LEAST] = risen ? least : ring[at + LEAST];
        return risen;
    }

    private void tighten(int at, int following, ExpectedPrices expected) {
        long same = expected.sameAtMost(ring[at + NEWEST], ring[following + NEWEST]);
        if (same == ExpectedPrices.NONE) { // no longer kept: only the bound remains
            ring[at + NEWEST] = ring[following + NEWEST];
            ring[at + NEWEST_ID] = ring[following + NEWEST_ID];
        } else {
            ring[at + NEWEST] = same;
            ring[at + NEWEST_ID] = expected.tickId(same);
        }
    }

    /** Returns whether the newest state of the first snapshot is final. */
    boolean firstSettled() {
        return ring[at(0) + NEWEST] <= ring[at(0) + LEAST];
    }

    long firstReceivedNs() {
        return ring[at(0) + RECEIVED];
    }

    /** Returns the id of the due tick of the oldest state that the first snapshot can show. */
    long firstOldestId() {
        return ring[at(0) + OLDEST_ID];
    }

    long firstNewestId() {
        return ring[at(0) + NEWEST_ID];
    }

    /** Returns whether the first snapshot counts for the quote age. */
    boolean firstCounted() {
        return ring[at(0) + COUNTED] != 0;
    }

    void removeFirst() {
        head = (head + 1) & (ring.length / FIELDS - 1);
        size--;
    }
}
