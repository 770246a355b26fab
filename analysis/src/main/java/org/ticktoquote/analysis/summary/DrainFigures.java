package org.ticktoquote.analysis.summary;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Length of the drain, and whether it was sufficient.
 *
 * @param drainNs time from the sending of the last tick to the drain deadline; 0 without a deadline
 * @param answeredLate due ticks x sessions answered after the deadline, while the clients still listened; they keep their
 * response
 * @param neededNs drain that would have sufficed for all answers received
 */
public record DrainFigures(long drainNs, long answeredLate, long neededNs) {
    public static final DrainFigures NONE = new DrainFigures(0, 0, 0);

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Counts the answers after the drain deadline, and computes the drain that would have sufficed.
     *
     * @param deadlineNs end of the drain on the clock of the results; 0 if there is no deadline
     */
    public static DrainFigures of(TickResults results, long deadlineNs) {
        if (deadlineNs == 0 || results.ticks() == 0) {
            return NONE;
        }
        long lastSentNs = results.sentNs(results.ticks());
        long late = 0;
        long lastNs = deadlineNs;
        TickBlock block = TickBlock.whole(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long laterThanNs = deadlineNs - block.intendedNs(place);
                for (int session = 0; session < block.sessions(); session++) {
                    long cell = block.cell(place, session);
                    if (ResultCell.responseNs(cell) > laterThanNs && ResultCell.answered(cell)) {
                        late++;
                        lastNs = Math.max(lastNs, block.intendedNs(place) + ResultCell.responseNs(cell));
                    }
                }
            }
        }
        return new DrainFigures(
                Math.max(0, deadlineNs - lastSentNs), late, late == 0 ? 0 : Math.max(0, lastNs - lastSentNs));
    }

    /** Returns a sufficient {@code --drain} in whole seconds, as in {@code 75s}. */
    public String sufficient() {
        return TimeUnit.NANOSECONDS.toSeconds(neededNs + SECOND_NS - 1) + "s";
    }
}
