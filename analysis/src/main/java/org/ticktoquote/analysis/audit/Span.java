package org.ticktoquote.analysis.audit;

import org.ticktoquote.core.clock.ClockTranslation;

/** Interval of monotonic time, including both ends. */
record Span(long fromNs, long toNs) {
    long lengthNs() {
        return toNs - fromNs;
    }

    boolean overlaps(Span other) {
        return fromNs <= other.toNs && other.fromNs <= toNs;
    }

    /** Returns whether it contains the other interval. */
    boolean holds(Span other) {
        return fromNs <= other.fromNs && other.toNs <= toNs;
    }

    /** Returns the length of the intersection; 0 if disjoint. */
    long sharedNs(Span other) {
        return Math.max(0, Math.min(toNs, other.toNs) - Math.max(fromNs, other.fromNs));
    }

    /** Converts the interval from the run's clock to a process's clock. */
    Span asReadBy(ClockTranslation clock) {
        return new Span(clock.fromRun(fromNs), clock.fromRun(toNs));
    }

    /** Converts the interval from a process's clock to the run's clock and keeps its length. */
    Span onRunClock(ClockTranslation clock) {
        long begin = clock.toRun(fromNs);
        return new Span(begin, begin + lengthNs());
    }

    /** Returns the smallest interval that contains both. */
    Span with(Span other) {
        return new Span(Math.min(fromNs, other.fromNs), Math.max(toNs, other.toNs));
    }
}
