package org.ticktoquote.analysis.matching;

/** Receives the quote ages of a run. */
@FunctionalInterface
public interface QuoteAgeSink {
    /**
     * Receives the age of one snapshot.
     *
     * @param intendedNs intended time of the tick that it reflects
     * @param ageNs age in nanoseconds; negative only through clock error
     */
    void accept(long intendedNs, long ageNs);
}
