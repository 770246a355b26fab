package org.ticktoquote.analysis.measures;

import org.ticktoquote.analysis.distribution.WideSum;

/** Staleness sums of one session and pair, in nanoseconds. Not thread-safe. */
public final class StaleSums {
    /** End of the last stretch. */
    long lastNs;

    long excludedNs;
    /** Start and end of the last excluded interval. */
    long excludedFromNs;

    long excludedToNs;

    private static final long[] THRESHOLDS_NS =
            Staleness.THRESHOLDS_NS.stream().mapToLong(Long::longValue).toArray();

    private final long[] beyond = new long[THRESHOLDS_NS.length];
    private long staleNs;
    private long maximumNs;
    private long unansweredNs;
    private boolean rising;
    /** Twice the integral of age over time. */
    private final WideSum doubled = new WideSum();

    void addInterval(long fromAgeNs, long toAgeNs, boolean answered) {
        staleNs += toAgeNs - fromAgeNs;
        maximumNs = Math.max(maximumNs, toAgeNs);
        rising |= !answered;
        unansweredNs += answered ? 0 : toAgeNs - fromAgeNs;
        doubled.addProduct(toAgeNs - fromAgeNs, fromAgeNs + toAgeNs);
        for (int i = 0; i < beyond.length && toAgeNs > THRESHOLDS_NS[i]; i++) {
            beyond[i] += toAgeNs - Math.max(fromAgeNs, THRESHOLDS_NS[i]);
        }
    }

    void add(StaleSums other) {
        lastNs = Math.max(lastNs, other.lastNs);
        excludedNs += other.excludedNs;
        excludedFromNs = Math.max(excludedFromNs, other.excludedFromNs);
        excludedToNs = Math.max(excludedToNs, other.excludedToNs);
        staleNs += other.staleNs;
        maximumNs = Math.max(maximumNs, other.maximumNs);
        unansweredNs += other.unansweredNs;
        rising |= other.rising;
        doubled.add(other.doubled);
        for (int i = 0; i < beyond.length; i++) {
            beyond[i] += other.beyond[i];
        }
    }

    /** Returns the time with a stale price. */
    public long staleNs() {
        return staleNs;
    }

    public long maximumNs() {
        return maximumNs;
    }

    /** Returns the stale time that no newer price ended. */
    public long unansweredNs() {
        return unansweredNs;
    }

    /** Returns whether an age was still rising at the end, so that the figures are lower bounds. */
    public boolean rising() {
        return rising;
    }

    /** Returns the time beyond the threshold at an index. */
    public long beyondNs(int threshold) {
        return beyond[threshold];
    }

    /** Returns the mean age over a total time. */
    public double meanNs(long totalNs) {
        return totalNs == 0 ? 0 : doubled.value() / 2 / totalNs;
    }
}
