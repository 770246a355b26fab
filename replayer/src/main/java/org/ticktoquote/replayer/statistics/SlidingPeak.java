package org.ticktoquote.replayer.statistics;

/** The most ticks in any window of one width, wherever it begins; a ring of the times of the last window. */
final class SlidingPeak {
    private static final int FIRST_CAPACITY = 16;

    private final long widthNs;
    private long[] times = new long[FIRST_CAPACITY];
    private int oldest;
    private int held;
    private int peak;

    SlidingPeak(long widthNs) {
        this.widthNs = widthNs;
    }

    /** Takes the time of the next tick; times do not decrease. */
    void add(long timeNs) {
        while (held > 0 && timeNs - times[oldest] >= widthNs) {
            oldest = (oldest + 1) % times.length;
            held--;
        }
        if (held == times.length) {
            grow();
        }
        times[(oldest + held) % times.length] = timeNs;
        held++;
        peak = Math.max(peak, held);
    }

    private void grow() {
        long[] larger = new long[times.length * 2];
        for (int i = 0; i < held; i++) {
            larger[i] = times[(oldest + i) % times.length];
        }
        times = larger;
        oldest = 0;
    }

    int peak() {
        return peak;
    }
}
