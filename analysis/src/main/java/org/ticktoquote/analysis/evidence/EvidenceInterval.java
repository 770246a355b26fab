package org.ticktoquote.analysis.evidence;

import org.ticktoquote.core.clock.ClockTranslation;

/**
 * Interval in which a cause was active.
 *
 * @param fromNs start, monotonic
 * @param toNs end, monotonic
 * @param mostNs longest time within the interval for which the cause can have been active; the whole length if it always was
 * @param who thread, CPU or process concerned
 * @param text description for users, without the time
 */
public record EvidenceInterval(long fromNs, long toNs, long mostNs, String who, String text) {
    /** Creates an interval in which the cause was active throughout. */
    static EvidenceInterval whole(long fromNs, long toNs, String who, String text) {
        return new EvidenceInterval(fromNs, toNs, toNs - fromNs, who, text);
    }

    /**
     * Creates an interval in which the cause can have been active for any time short of the whole, so that {@link #isWhole}
     * is false.
     */
    static EvidenceInterval within(long fromNs, long toNs, String who, String text) {
        return new EvidenceInterval(fromNs, toNs, Math.max(0, toNs - fromNs - 1), who, text);
    }

    public long lengthNs() {
        return toNs - fromNs;
    }

    /** Returns whether the cause was active throughout. */
    public boolean isWhole() {
        return mostNs == lengthNs();
    }

    /**
     * Returns the longest time for which the cause can have been active in both this and another interval; 0 if they are
     * disjoint.
     */
    public long mostWithinNs(long otherFromNs, long otherToNs) {
        return Math.max(0, Math.min(mostNs, Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs)));
    }

    /**
     * Returns the shortest time for which the cause must have been active in both this and another interval, provided that
     * it was active for {@link #mostNs} in this one.
     */
    public long leastWithinNs(long otherFromNs, long otherToNs) {
        long sharedNs = Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs);
        long restNs = lengthNs() - sharedNs;
        // within() stores one ns less than the whole
        long causeNs = mostNs + 1 >= lengthNs() ? lengthNs() : mostNs;
        return sharedNs <= 0 ? 0 : Math.min(mostNs, Math.max(0, causeNs - restNs));
    }

    /** Translates the interval to the run's clock and keeps its length. */
    EvidenceInterval onRunClock(ClockTranslation clock) {
        long begin = clock.toRun(fromNs);
        return new EvidenceInterval(begin, begin + lengthNs(), mostNs, who, text);
    }
}
