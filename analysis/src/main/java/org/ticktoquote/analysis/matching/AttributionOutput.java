package org.ticktoquote.analysis.matching;

import org.agrona.collections.LongLongConsumer;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Output of one consistent attribution of snapshots to ticks. A run has two, whose figures are lower and upper bounds. Both
 * are the same object if the attribution is exact. Not thread-safe; the results can be shared.
 */
public final class AttributionOutput {
    private final TickResults results;
    private final LongLongConsumer quoteAges;
    private final StaleTime staleTime;
    private final RecentTicks recent;

    /**
     * @param results receives the outcome of each tick
     * @param quoteAges receives every quote age, after the intended time of the tick that the snapshot reflects
     * @param staleTime receives the intervals during which sessions had an outdated price
     */
    public AttributionOutput(TickResults results, LongLongConsumer quoteAges, StaleTime staleTime) {
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

    /** Returns the cache of the newest ticks. */
    RecentTicks recent() {
        return recent;
    }

    /** Adds the next tick, and appends it to the results unless they hold it already. */
    void tick(long id, TickRecord tick, long dueTiers) {
        recent.add(tick);
        if (results.ticks() < id) {
            results.append(tick.intendedNs(), tick.sentNs(), tick.instrumentId(), tick.venueId(), dueTiers);
        }
    }

    void quoteAge(long tickId, long receivedNs) {
        long ageNs = receivedNs - recent.sentNs(tickId);
        quoteAges.accept(recent.intendedNs(tickId), ageNs);
        recent.age(tickId, ageNs);
    }

    /** Completes the results after the last snapshot. */
    void finish() {
        recent.finish();
    }
}
