package org.ticktoquote.analysis.measures;

import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.DrainFigures;

/** Which ticks were answered after the drain deadline, in one pass over finished results. */
public final class LateAnswers {
    private LateAnswers() {}

    /** Against a deadline on the scale of the results; 0 when there is none. */
    public static DrainFigures of(TickResults results, long deadlineNs) {
        if (deadlineNs == 0 || results.ticks() == 0) {
            return DrainFigures.NONE;
        }
        long lastSentNs = results.sentNs(results.ticks());
        long late = 0;
        long lastNs = deadlineNs;
        for (long tickId = 1; tickId <= results.ticks(); tickId++) {
            long intendedNs = results.intendedNs(tickId);
            for (int session = 0; session < results.sessions(); session++) {
                long cell = results.cell(tickId, session);
                if (ResultCell.answered(cell) && intendedNs + ResultCell.responseNs(cell) > deadlineNs) {
                    late++;
                    lastNs = Math.max(lastNs, intendedNs + ResultCell.responseNs(cell));
                }
            }
        }
        return new DrainFigures(
                Math.max(0, deadlineNs - lastSentNs), late, late == 0 ? 0 : Math.max(0, lastNs - lastSentNs));
    }
}
