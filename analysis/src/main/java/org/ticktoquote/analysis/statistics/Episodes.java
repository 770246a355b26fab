package org.ticktoquote.analysis.statistics;

/**
 * Counts late ticks and their episodes beyond several values. The counts of a value are adjacent in memory. Not thread-safe.
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

    Episodes(int values) {
        this.counts = new long[values * COUNTS];
        for (int i = 0; i < values; i++) {
            counts[i * COUNTS + LAST_TICK] = Long.MIN_VALUE / 2;
        }
    }

    /** Moves to the next tick. */
    void next() {
        tick++;
    }

    /** Returns whether the previous tick was late beyond the value at an index. */
    boolean follows(int i) {
        return counts[i * COUNTS + LAST_TICK] == tick - 1;
    }

    /** Counts the current tick as late beyond the value at an index. */
    void late(int i, long intendedNs) {
        int at = i * COUNTS;
        boolean together = Exceedance.together(tick - counts[at + LAST_TICK] - 1, intendedNs - counts[at + LAST_NS]);
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

    /** Returns the level of one value with the given times; no tick can be counted afterwards. */
    Exceedance counted(int i, long valueNs, long timeLowNs, long timeHighNs) {
        int at = i * COUNTS;
        close(at);
        return new Exceedance(
                valueNs,
                counts[at + LATE],
                counts[at + EPISODES],
                counts[at + SQUARES],
                counts[at + LARGEST],
                timeLowNs,
                timeHighNs);
    }
}
