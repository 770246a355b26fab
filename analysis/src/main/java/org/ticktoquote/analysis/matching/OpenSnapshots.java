package org.ticktoquote.analysis.matching;

import java.util.Arrays;

/**
 * The snapshots of one session and pair, in order, whose state is not certain yet: each with the oldest and the newest
 * state that it can show.
 *
 * <p>Snapshots show states in order, so the oldest ones rise: they stand when a snapshot arrives. The newest ones are
 * bounded by those of the snapshots that follow. How far they can still fall is known, too: to what is the newest if the
 * last snapshot shows its oldest state, since no later one can force it below. That rises while snapshots arrive, and
 * where both meet the newest state stands. A growing ring, up to a limit. Not thread-safe.
 */
final class OpenSnapshots {
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

    /** An empty one that holds at most so many, a power of two. */
    OpenSnapshots(int limit) {
        this.limit = limit;
    }

    /** The oldest state that the next snapshot can show. */
    long floor() {
        return floor;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether the oldest one must leave before another can come. */
    boolean full() {
        return size == limit;
    }

    /** Adds a snapshot behind all others; there must be room. */
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

    /** Bounds the snapshots before the last one by what it can show, from above and from below. */
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
        boolean risen = least > ring[at + LEAST]; // not where it is no longer remembered
        ring[at + LEAST] = risen ? least : ring[at + LEAST];
        return risen;
    }

    private void tighten(int at, int following, ExpectedPrices expected) {
        long same = expected.sameAtMost(ring[at + NEWEST], ring[following + NEWEST]);
        if (same == ExpectedPrices.NONE) { // no longer remembered: all that is left is the bound
            ring[at + NEWEST] = ring[following + NEWEST];
            ring[at + NEWEST_ID] = ring[following + NEWEST_ID];
        } else {
            ring[at + NEWEST] = same;
            ring[at + NEWEST_ID] = expected.tickId(same);
        }
    }

    /** Whether nothing that may follow can change what the first one shows. */
    boolean firstSettled() {
        return ring[at(0) + NEWEST] <= ring[at(0) + LEAST];
    }

    long firstReceivedNs() {
        return ring[at(0) + RECEIVED];
    }

    /** The due tick of the oldest state that the first one can show. */
    long firstOldestId() {
        return ring[at(0) + OLDEST_ID];
    }

    long firstNewestId() {
        return ring[at(0) + NEWEST_ID];
    }

    /** Whether the first one enters the quote age. */
    boolean firstCounted() {
        return ring[at(0) + COUNTED] != 0;
    }

    void removeFirst() {
        head = (head + 1) & (ring.length / FIELDS - 1);
        size--;
    }
}
