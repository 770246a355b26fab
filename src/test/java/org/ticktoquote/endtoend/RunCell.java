package org.ticktoquote.endtoend;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Outcome of one tick at one session that subscribes to its pair.
 *
 * @param outcome of {@link ResultCell}
 * @param answeredNs time of the answer on the clock of the journals; 0 if unanswered
 */
record RunCell(
        long tickId,
        int session,
        int instrument,
        long intendedNs,
        long sentNs,
        int outcome,
        boolean due,
        boolean answered,
        long answeredNs) {
    /** Returns all cells of a run. */
    static List<RunCell> of(Path run) {
        List<RunCell> cells = new ArrayList<>();
        try (TickResults results = TickResults.open(run.resolve("tick-results.bin"))) {
            for (long tick = 1; tick <= results.ticks(); tick++) {
                for (int session = 0; session < results.sessions(); session++) {
                    long cell = results.cell(tick, session);
                    if (ResultCell.outcome(cell) != ResultCell.NOT_PLANNED) {
                        cells.add(of(results, tick, session, cell));
                    }
                }
            }
        }
        return cells;
    }

    private static RunCell of(TickResults results, long tick, int session, long cell) {
        boolean answered = ResultCell.answered(cell);
        long intendedNs = results.intendedNs(tick);
        return new RunCell(
                tick,
                session,
                results.instrumentId(tick),
                intendedNs,
                results.sentNs(tick),
                ResultCell.outcome(cell),
                ResultCell.due(cell),
                answered,
                answered ? intendedNs + ResultCell.responseNs(cell) : 0);
    }

    boolean left(int... outcomes) {
        for (int each : outcomes) {
            if (outcome == each) {
                return true;
            }
        }
        return false;
    }

    long responseNs() {
        return answeredNs - intendedNs;
    }
}
