package org.ticktoquote.analysis.audit;

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

    /** Time that both share; 0 when they do not meet. */
    long sharedNs(Span other) {
        return Math.max(0, Math.min(toNs, other.toNs) - Math.max(fromNs, other.fromNs));
    }

    /** The shortest stretch that holds both. */
    Span with(Span other) {
        return new Span(Math.min(fromNs, other.fromNs), Math.max(toNs, other.toNs));
    }
}
