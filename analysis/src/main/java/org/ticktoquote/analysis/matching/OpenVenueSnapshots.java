package org.ticktoquote.analysis.matching;

import java.util.Arrays;

/**
 * Snapshots of one session and pair, in the order received, each with the newest tick of every venue that it can show.
 *
 * <p>A snapshot that names a tick bounds all before it: none of them shows a newer tick of that venue. Each is looked at once
 * for each venue. A growing ring, up to a limit. Not thread-safe.
 */
final class OpenVenueSnapshots {
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
    /** By venue: the first snapshot that no later one has bounded yet. */
    private final long[] unbounded;

    /** An empty one that holds at most so many, a power of two. */
    OpenVenueSnapshots(int venues, int limit) {
        this.venues = venues;
        this.limit = limit;
        this.ring = new long[INITIAL * (SHOWN + venues)];
        this.unbounded = new long[venues];
    }

    boolean isEmpty() {
        return first == end;
    }

    /** Whether the oldest one must leave before another can come. */
    boolean full() {
        return end - first == limit;
    }

    /** Adds a snapshot behind all others, which shows nothing yet; there must be room. */
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

    /** The last one can show ticks of a venue up to one. */
    void lastShows(int venue, long id) {
        ring[at(end - 1) + SHOWN + venue] = id;
    }

    /** None shows a newer tick of a venue, not even the last one. */
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

    /** The tick that the first one names; 0 without one. */
    long firstNamed() {
        return ring[at(first) + NAMED];
    }

    /** The newest tick of a venue that the first one can show. */
    long firstShows(int venue) {
        return ring[at(first) + SHOWN + venue];
    }

    /** All of them, by venue, from {@link #firstPlace()} on. */
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
