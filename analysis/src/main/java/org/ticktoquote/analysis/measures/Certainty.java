package org.ticktoquote.analysis.measures;

import org.ticktoquote.analysis.results.Cell;
import org.ticktoquote.analysis.results.TickResults;

/** How much of a run is the same under two attributions of snapshots to ticks. */
public final class Certainty {
    private Certainty() {}

    /** Whether what the attributions of a session's snapshots of a pair rest on was never contradicted. */
    @FunctionalInterface
    public interface Agreement {
        boolean of(int session, int instrument);
    }

    /**
     * Due ticks x sessions that are answered at the same moment, or lost, under both, where nothing contradicts either.
     *
     * <p>Every other attribution lies between the two, so that these are known.
     */
    public static long count(TickResults soonest, TickResults latest, Agreement agreement) {
        long certain = 0;
        for (long tickId = 1; tickId <= latest.ticks(); tickId++) {
            for (int session = 0; session < latest.sessions(); session++) {
                long cell = latest.cell(tickId, session);
                boolean same = TickValues.response(cell) == TickValues.response(soonest.cell(tickId, session));
                boolean agreed = agreement.of(session, latest.instrumentId(tickId));
                certain += same && agreed && Cell.due(cell) ? 1 : 0;
            }
        }
        return certain;
    }
}
