package org.ticktoquote.analysis.audit;

import org.ticktoquote.core.clock.ClockTranslation;

/**
 * A stretch of monotonic time.
 *
 * @param fromNs first moment
 * @param toNs last moment
 */
record Span(long fromNs, long toNs) {
    long lengthNs() {
        return toNs - fromNs;
    }

    boolean overlaps(Span other) {
        return fromNs <= other.toNs && other.fromNs <= toNs;
    }

    /** Whether the other lies in it as a whole. */
    boolean holds(Span other) {
        return fromNs <= other.fromNs && other.toNs <= toNs;
    }

    /** Time that both share; 0 when they do not meet. */
    long sharedNs(Span other) {
        return Math.max(0, Math.min(toNs, other.toNs) - Math.max(fromNs, other.fromNs));
    }

    /** The same stretch in the readings of a process. */
    Span asReadBy(ClockTranslation clock) {
        return new Span(clock.fromRun(fromNs), clock.fromRun(toNs));
    }

    /** A stretch in the readings of a process on the run's clock; its length stays as it was read. */
    Span onRunClock(ClockTranslation clock) {
        long begin = clock.toRun(fromNs);
        return new Span(begin, begin + lengthNs());
    }

    /** The shortest stretch that holds both. */
    Span with(Span other) {
        return new Span(Math.min(fromNs, other.fromNs), Math.max(toNs, other.toNs));
    }
}
