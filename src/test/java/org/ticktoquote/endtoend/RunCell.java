package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

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

    /**
     * Asserts that a capture has the same cells for the ticks of the run, which are its last ones.
     *
     * @param of what is compared of a cell
     * @return the number of earlier ticks of the capture
     */
    static long assertSame(RunDirectory ran, RunDirectory captured, LongFunction<Object> of) {
        try (TickResults run = open(ran);
                TickResults wire = open(captured)) {
            long before = wire.ticks() - run.ticks();
            assertThat(before).isNotNegative();
            for (long id = 1; id <= run.ticks(); id++) {
                for (int session = 0; session < run.sessions(); session++) {
                    assertThat(of.apply(wire.cell(id + before, session)))
                            .as("tick %d, session %d", id, session)
                            .isEqualTo(of.apply(run.cell(id, session)));
                }
            }
            return before;
        }
    }

    private static TickResults open(RunDirectory run) {
        return TickResults.open(
                run.tickResults(), RunManifest.read(run.manifest()).identity());
    }

    boolean left(int... outcomes) {
        return IntStream.of(outcomes).anyMatch(each -> outcome == each);
    }

    long responseNs() {
        return answeredNs - intendedNs;
    }
}
