package org.ticktoquote.analysis.matching;

import java.util.Arrays;

/**
 * Snapshots of one session and pair in the order received, each with the newest tick that it can show of every venue.
 *
 * <p>A snapshot that names a tick bounds all earlier snapshots: they cannot show a newer tick of that venue. Each snapshot
 * is bounded once per venue. Ring that grows up to a limit. Not thread-safe.
 */
final class AmbiguousVenueSnapshots {
    private static final int INITIAL = 4;
    private static final int RECEIVED = 0;
    private static final int NAMED = 1;
    private static final int SHOWN = 2;

    private final int venues;
    private final int limit;
    private int room = INITIAL;
    private long[] ring;
    private long first;
    private long end;
    /** First snapshot not yet bounded for each venue. */
    private final long[] unbounded;

    /** @param limit maximum number of snapshots, a power of two */
    AmbiguousVenueSnapshots(int venues, int limit) {
        this.venues = venues;
        this.limit = limit;
        this.ring = new long[INITIAL * (SHOWN + venues)];
        this.unbounded = new long[venues];
    }

    boolean isEmpty() {
        return first == end;
    }

    /** Returns whether the first snapshot must be removed before another is added. */
    boolean full() {
        return end - first == limit;
    }

    /** Appends a snapshot that shows no ticks yet. The ring must not be {@link #full}. */
    void add(long receivedNs, long named) {
        if (end - first == room) {
            grow();
        }
        int at = at(end);
        ring[at + RECEIVED] = receivedNs;
        ring[at + NAMED] = named;
        Arrays.fill(ring, at + SHOWN, at + SHOWN + venues, 0);
        end++;
    }

    private void grow() {
        int stride = SHOWN + venues;
        long[] larger = new long[ring.length * 2];
        for (long each = first; each < end; each++) {
            System.arraycopy(ring, at(each), larger, (int) (each & 2L * room - 1) * stride, stride);
        }
        ring = larger;
        room *= 2;
    }

    private int at(long snapshot) {
        return (int) (snapshot & room - 1) * (SHOWN + venues);
    }

    /** Sets the newest tick of a venue that the last snapshot can show. */
    void lastShows(int venue, long id) {
        ring[at(end - 1) + SHOWN + venue] = id;
    }

    /** Limits all snapshots, including the last one, to ticks of a venue up to the id. */
    void bound(int venue, long id) {
        for (long each = Math.max(first, unbounded[venue]); each < end; each++) {
            int shown = at(each) + SHOWN + venue;
            ring[shown] = Math.min(ring[shown], id);
        }
        unbounded[venue] = end;
    }

    long firstReceivedNs() {
        return ring[at(first) + RECEIVED];
    }

    /** Returns the tick that the first snapshot names; 0 if it names none. */
    long firstNamed() {
        return ring[at(first) + NAMED];
    }

    /** Returns the newest tick of a venue that the first snapshot can show. */
    long firstShows(int venue) {
        return ring[at(first) + SHOWN + venue];
    }

    /** Returns the backing array; the first snapshot's ticks, by venue, start at {@link #firstPlace()}. */
    long[] shown() {
        return ring;
    }

    int firstPlace() {
        return at(first) + SHOWN;
    }

    void removeFirst() {
        first++;
    }
}
