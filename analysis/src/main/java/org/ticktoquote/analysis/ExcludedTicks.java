package org.ticktoquote.analysis;

import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/** Excludes ticks whose outcome cannot be attributed to the application. */
final class ExcludedTicks {
    /** Time allowed for an answer at the end of a capture, which has no drain. */
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private final TickResults results;
    private final RunManifest manifest;

    private ExcludedTicks(TickResults results, RunManifest manifest) {
        this.results = results;
        this.manifest = manifest;
    }

    static void mark(TickResults results, RunManifest manifest) {
        ExcludedTicks excluded = new ExcludedTicks(results, manifest);
        if (!manifest.scheduled()) {
            excluded.markCaptureEnd();
        }
        if (manifest.turns() != null) {
            excluded.markSettling(manifest.turns());
        }
    }

    /** Excludes ticks sent and lost in the last second of a capture, because there was too little time for an answer. */
    private void markCaptureEnd() {
        long fromNs = manifest.replay().drainDeadlineNs() - WAIT_NS;
        for (long id = results.ticks(); id > 0 && results.sentNs(id) > fromNs; id--) {
            mark(id, outcome -> outcome == ResultCell.LOST);
        }
    }

    /**
     * Excludes ticks intended while the application settles, at the start of every turn of a duet by turns. Keeps lost and
     * skipped ticks.
     */
    private void markSettling(TurnSchedule turns) {
        for (long id = 1; id <= results.ticks(); id++) {
            if (turns.settles(results.intendedNs(id) - manifest.replay().t0Ns())) {
                mark(id, ExcludedTicks::isGood);
            }
        }
    }

    private void mark(long id, IntPredicate outcomes) {
        for (int session = 0; session < results.sessions(); session++) {
            if (outcomes.test(ResultCell.outcome(results.cell(id, session)))) {
                results.setCell(id, session, ResultCell.of(ResultCell.EXCLUDED));
            }
        }
    }

    private static boolean isGood(int outcome) {
        return outcome != ResultCell.NOT_PLANNED && outcome != ResultCell.LOST && outcome != ResultCell.SKIPPED;
    }
}
