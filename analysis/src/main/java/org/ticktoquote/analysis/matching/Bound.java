package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Where one consistent attribution of snapshots to ticks is written: every figure lies between those of the two that a
 * run has. When snapshots echo the id they are one. Not thread-safe; the results may be shared.
 */
public final class Bound {
    private final TickResults results;
    private final QuoteAgeSink quoteAges;
    private final StaleTime staleTime;
    private final RecentTicks recent;

    /**
     * Nothing is written yet.
     *
     * @param results what became of each tick
     * @param quoteAges takes every quote age
     * @param staleTime takes the time during which sessions had an old price
     */
    public Bound(TickResults results, QuoteAgeSink quoteAges, StaleTime staleTime) {
        this.results = results;
        this.quoteAges = quoteAges;
        this.staleTime = staleTime;
        this.recent = new RecentTicks(results);
    }

    TickResults results() {
        return results;
    }

    StaleTime staleTime() {
        return staleTime;
    }

    /** The ticks that were told of last. */
    RecentTicks recent() {
        return recent;
    }

    /** The next tick was sent; the results get it where they do not hold it yet. */
    void tick(long id, TickRecord tick, long dueTiers) {
        recent.add(tick);
        if (results.ticks() < id) {
            results.append(tick.intendedNs(), tick.sentNs(), tick.instrumentId(), tick.venueId(), dueTiers);
        }
    }

    void quoteAge(long tickId, long receivedNs) {
        long ageNs = receivedNs - recent.sentNs(tickId);
        quoteAges.take(recent.intendedNs(tickId), ageNs);
        recent.age(tickId, ageNs);
    }

    /** No snapshot follows. */
    void finish() {
        recent.finish();
    }
}
