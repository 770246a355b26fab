package org.ticktoquote.analysis.audit;

import org.ticktoquote.core.clock.ClockTranslation;

/** Interval of monotonic time, including both ends. */
record TimeInterval(long fromNs, long toNs) {
    long lengthNs() {
        return toNs - fromNs;
    }

    boolean overlaps(TimeInterval other) {
        return fromNs <= other.toNs && other.fromNs <= toNs;
    }

    /** Returns whether it contains the other interval. */
    boolean holds(TimeInterval other) {
        return fromNs <= other.fromNs && other.toNs <= toNs;
    }

    /** Returns the length of the intersection; 0 if disjoint. */
    long sharedNs(TimeInterval other) {
        return Math.max(0, Math.min(toNs, other.toNs) - Math.max(fromNs, other.fromNs));
    }

    /** Converts the interval from the run's clock to a process's clock. */
    TimeInterval asReadBy(ClockTranslation clock) {
        return new TimeInterval(clock.fromRun(fromNs), clock.fromRun(toNs));
    }

    /** Converts the interval from a process's clock to the run's clock and keeps its length. */
    TimeInterval onRunClock(ClockTranslation clock) {
        long begin = clock.toRun(fromNs);
        return new TimeInterval(begin, begin + lengthNs());
    }

    /** Returns the smallest interval that contains both. */
    TimeInterval with(TimeInterval other) {
        return new TimeInterval(Math.min(fromNs, other.fromNs), Math.max(toNs, other.toNs));
    }
}
