package org.ticktoquote.analysis.measures;

/**
 * The sums of one session and pair, in nanoseconds.
 *
 * <p>Not thread-safe.
 */
public final class Spent {
    /** When the last stretch ended. */
    long lastNs;
    /** Time that does not count. */
    long excludedNs;
    /** When the last such time began and ended. */
    long excludedFromNs;

    long excludedToNs;

    private static final long[] THRESHOLDS_NS =
            Staleness.THRESHOLDS_NS.stream().mapToLong(Long::longValue).toArray();

    private final long[] beyond = new long[THRESHOLDS_NS.length];
    private long staleNs;
    private long maximumNs;
    private long unansweredNs;
    private boolean rising;
    private double integral;

    void stretch(long fromAgeNs, long toAgeNs, boolean answered) {
        staleNs += toAgeNs - fromAgeNs;
        maximumNs = Math.max(maximumNs, toAgeNs);
        rising |= !answered;
        unansweredNs += answered ? 0 : toAgeNs - fromAgeNs;
        integral += (toAgeNs - fromAgeNs) * (fromAgeNs / 2.0 + toAgeNs / 2.0);
        for (int i = 0; i < beyond.length && toAgeNs > THRESHOLDS_NS[i]; i++) {
            beyond[i] += toAgeNs - Math.max(fromAgeNs, THRESHOLDS_NS[i]);
        }
    }

    void add(Spent other) {
        lastNs = Math.max(lastNs, other.lastNs);
        excludedNs += other.excludedNs;
        excludedFromNs = Math.max(excludedFromNs, other.excludedFromNs);
        excludedToNs = Math.max(excludedToNs, other.excludedToNs);
        staleNs += other.staleNs;
        maximumNs = Math.max(maximumNs, other.maximumNs);
        unansweredNs += other.unansweredNs;
        rising |= other.rising;
        integral += other.integral; // one of both is 0: a session and pair is matched in one place
        for (int i = 0; i < beyond.length; i++) {
            beyond[i] += other.beyond[i];
        }
    }

    /** Time with an old price. */
    public long staleNs() {
        return staleNs;
    }

    public long maximumNs() {
        return maximumNs;
    }

    /** Stale time that no newer price ended. */
    public long unansweredNs() {
        return unansweredNs;
    }

    /** Whether an age was still rising when the waiting ended: the figures are lower bounds. */
    public boolean rising() {
        return rising;
    }

    /** Time beyond the threshold at a place of their list. */
    public long beyondNs(int threshold) {
        return beyond[threshold];
    }

    /** The mean age over so much time. */
    public double meanNs(long totalNs) {
        return totalNs == 0 ? 0 : integral / totalNs;
    }
}
