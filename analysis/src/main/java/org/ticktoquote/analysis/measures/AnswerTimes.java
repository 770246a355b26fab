package org.ticktoquote.analysis.measures;

import java.util.OptionalLong;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.DrainFigures;

/** Times at which the ticks of finished results were answered. Each method makes one pass over them. */
public final class AnswerTimes {
    private AnswerTimes() {}

    /**
     * Returns the time at which the last answer was received or the last tick was sent, whichever is later. Later events,
     * such as stalls of harness processes, cannot affect the figures. Empty without ticks or if a tick was lost, because
     * the clients then waited to the end.
     *
     * @param results tick results with known client latencies; the time is on their clock
     */
    public static OptionalLong lastNs(TickResults results) {
        if (results.ticks() == 0) {
            return OptionalLong.empty();
        }
        long lastNs = results.sentNs(results.ticks());
        TickBlock block = TickBlock.heads(results);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long lastClientNs = block.lastClientNs(place);
                if (lastClientNs == TickResults.LOST || block.lostSessions(place) > 0) {
                    return OptionalLong.empty();
                }
                if (lastClientNs != TickResults.NONE) {
                    lastNs = Math.max(lastNs, block.intendedNs(place) + lastClientNs);
                }
            }
        }
        return OptionalLong.of(lastNs);
    }

    /**
     * Returns the number of answers after the drain deadline, and the drain that would have sufficed.
     *
     * @param deadlineNs end of the drain on the clock of the results; 0 if there is no deadline
     */
    public static DrainFigures late(TickResults results, long deadlineNs) {
        if (deadlineNs == 0 || results.ticks() == 0) {
            return DrainFigures.NONE;
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
}
