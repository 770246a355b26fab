package org.ticktoquote.analysis.statistics;

/**
 * Counts late ticks and the episodes that they form beyond several values at once.
 *
 * <p>Takes the ticks in the order sent. Ticks that have a value itself count as late as often as is asked for, evenly over
 * the run: so ties are broken. What is counted beyond one value lies side by side. Not thread-safe.
 */
final class Episodes {
    private static final int VALUE = 0;
    private static final int LATE = 1;
    private static final int EPISODES = 2;
    private static final int SQUARES = 3;
    private static final int LARGEST = 4;
    private static final int SIZE = 5;
    private static final int LAST_TICK = 6;
    private static final int LAST_NS = 7;
    private static final int COUNTS = 8;

    private final long[] counts;
    private final long[] ties;
    private final long[] tiesBeyond;
    private final long[] tieShare;
    private long tick;

    /**
     * Beyond values in rising order.
     *
     * @param ties for each value how many ticks have it
     * @param tiesBeyond how many of them count as late
     */
    Episodes(long[] values, long[] ties, long[] tiesBeyond) {
        this.counts = new long[values.length * COUNTS];
        this.ties = ties.clone();
        this.tiesBeyond = tiesBeyond.clone();
        this.tieShare = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            counts[i * COUNTS + VALUE] = values[i];
            counts[i * COUNTS + LAST_TICK] = Long.MIN_VALUE / 2;
        }
    }

    /** The next tick is looked at. */
    void next() {
        tick++;
    }

    long value(int i) {
        return counts[i * COUNTS + VALUE];
    }

    /** Whether a tick with the value of a place, or above it, counts as late there; asked once. */
    boolean beyond(int i, long valueNs) {
        return value(i) < valueNs || tied(i);
    }

    private boolean tied(int i) {
        tieShare[i] += tiesBeyond[i];
        if (ties[i] == 0 || tieShare[i] < ties[i]) {
            return false;
        }
        tieShare[i] -= ties[i];
        return true;
    }

    /** Whether the tick before this one was late. */
    boolean follows(int i) {
        return counts[i * COUNTS + LAST_TICK] == tick - 1;
    }

    /** This tick is late. */
    void late(int i, long intendedNs) {
        int at = i * COUNTS;
        boolean together = EpisodeRule.together(tick - counts[at + LAST_TICK] - 1, intendedNs - counts[at + LAST_NS]);
        if (counts[at + LATE] == 0 || !together) {
            close(at);
            counts[at + EPISODES]++;
        }
        counts[at + LATE]++;
        counts[at + SIZE]++;
        counts[at + LAST_TICK] = tick;
        counts[at + LAST_NS] = intendedNs;
    }

    private void close(int at) {
        long size = counts[at + SIZE];
        counts[at + SQUARES] += size * size;
        counts[at + LARGEST] = Math.max(counts[at + LARGEST], size);
        counts[at + SIZE] = 0;
    }

    /** What was counted beyond one value, with the time that others know; nothing may be taken afterwards. */
    Level counted(int i, long timeLowNs, long timeHighNs) {
        int at = i * COUNTS;
        close(at);
        return new Level(
                counts[at + VALUE],
                counts[at + LATE],
                counts[at + EPISODES],
                counts[at + SQUARES],
                counts[at + LARGEST],
                timeLowNs,
                timeHighNs);
    }
}
