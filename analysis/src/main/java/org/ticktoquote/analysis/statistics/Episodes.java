package org.ticktoquote.analysis.statistics;

/**
 * Counts late ticks and the episodes that they form beyond several values at once. What is counted beyond one value lies side
 * by side. Not thread-safe.
 */
final class Episodes {
    private static final int LATE = 0;
    private static final int EPISODES = 1;
    private static final int SQUARES = 2;
    private static final int LARGEST = 3;
    private static final int SIZE = 4;
    private static final int LAST_TICK = 5;
    private static final int LAST_NS = 6;
    private static final int COUNTS = 8;

    private final long[] counts;
    private long tick;

    /** Beyond so many values. */
    Episodes(int values) {
        this.counts = new long[values * COUNTS];
        for (int i = 0; i < values; i++) {
            counts[i * COUNTS + LAST_TICK] = Long.MIN_VALUE / 2;
        }
    }

    /** The next tick is looked at. */
    void next() {
        tick++;
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
    Level counted(int i, long valueNs, long timeLowNs, long timeHighNs) {
        int at = i * COUNTS;
        close(at);
        return new Level(
                valueNs,
                counts[at + LATE],
                counts[at + EPISODES],
                counts[at + SQUARES],
                counts[at + LARGEST],
                timeLowNs,
                timeHighNs);
    }
}
