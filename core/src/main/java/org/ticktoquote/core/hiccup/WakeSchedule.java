package org.ticktoquote.core.hiccup;

/**
 * Equidistant wake times, computed from the first one and never re-based, so that a late wake does not shift later ones.
 * Not thread-safe.
 */
final class WakeSchedule {
    private long startNs;
    private final long intervalNs;
    private long index;

    /** Creates a schedule whose first wake is one interval after the start. */
    WakeSchedule(long startNs, long intervalNs) {
        if (intervalNs <= 0) {
            throw new IllegalArgumentException("interval must be positive: " + intervalNs);
        }
        this.startNs = startNs;
        this.intervalNs = intervalNs;
        this.index = 1;
    }

    /** Sets the start. Must be called before the first wake. */
    void begin(long newStartNs) {
        if (index != 1) {
            throw new IllegalStateException("the schedule is running: " + index);
        }
        startNs = newStartNs;
    }

    long intervalNs() {
        return intervalNs;
    }

    long intendedNs() {
        return startNs + index * intervalNs;
    }

    void moveBeyond(long nowNs) {
        index = Math.max(index, Math.floorDiv(nowNs - startNs, intervalNs) + 1);
    }
}
