package org.ticktoquote.analysis.matching;

/** Takes quote ages. */
@FunctionalInterface
public interface QuoteAgeSink {
    /**
     * One of a snapshot.
     *
     * @param intendedNs when the tick that it reflects was to leave
     * @param ageNs nanoseconds; may be below 0, by what clocks are wrong
     */
    void take(long intendedNs, long ageNs);
}
