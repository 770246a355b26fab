package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.TickResults;

/**
 * Where one consistent attribution of snapshots to ticks is written: every figure lies between those of the two that a
 * run has. When snapshots echo the id they are one.
 *
 * @param results what became of each tick
 * @param quoteAges takes every quote age
 * @param staleTime takes the time during which sessions had an old price
 */
public record Bound(TickResults results, QuoteAgeSink quoteAges, StaleTime staleTime) {
    void quoteAge(long tickId, long receivedNs) {
        long ageNs = receivedNs - results.sentNs(tickId);
        quoteAges.take(results.intendedNs(tickId), ageNs);
        results.raiseQuoteAge(tickId, ageNs);
    }
}
