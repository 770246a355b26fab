package org.ticktoquote.analysis.audit;

import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.results.Cell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.TailFigures;

/**
 * The response held against the stalls of the processes that it passes through, in one pass over the results of all ticks.
 *
 * @param figures of the tail
 * @param withoutStalls percentiles of the response less the time of it that lies in a stall
 */
record ResponseTail(TailFigures figures, ShareFigures withoutStalls) {

    static ResponseTail of(TickResults results, LatencyFigures response, StallTimes stalls) {
        return new Pass(results, response, stalls).run();
    }

    /** The pass; allocates nothing for a tick. */
    private static final class Pass {
        private final TickResults results;
        private final StallTimes stalls;
        private final long beyondNs;
        private final Distribution rest = new Distribution("response", "response without stalls", Long.MAX_VALUE);
        private long beyond;
        private long overlapping;
        private long maximumNs = Long.MIN_VALUE;
        private boolean maximumOverlaps;

        Pass(TickResults results, LatencyFigures response, StallTimes stalls) {
            this.results = results;
            this.stalls = stalls;
            Long p999 = response.p999().low();
            this.beyondNs = p999 == null ? Long.MAX_VALUE : p999;
        }

        ResponseTail run() {
            for (long tickId = 1; tickId <= results.ticks(); tickId++) {
                long intendedNs = results.intendedNs(tickId);
                for (int session = 0; session < results.sessions(); session++) {
                    add(intendedNs, results.cell(tickId, session));
                }
            }
            return new ResponseTail(
                    new TailFigures(beyond, overlapping, maximumOverlaps),
                    ShareFigures.of(SupportedDistribution.of(rest).figures()));
        }

        private void add(long intendedNs, long cell) {
            if (Cell.outcome(cell) == Cell.LOST) {
                rest.censor();
            } else if (Cell.answered(cell)) {
                long responseNs = Cell.responseNs(cell);
                long stalledNs = stalls.coveredNs(intendedNs, intendedNs + responseNs);
                rest.record(responseNs - stalledNs);
                beyond += responseNs > beyondNs ? 1 : 0;
                overlapping += responseNs > beyondNs && stalledNs > 0 ? 1 : 0;
                if (responseNs > maximumNs) {
                    maximumNs = responseNs;
                    maximumOverlaps = stalledNs > 0;
                }
            }
        }
    }
}
