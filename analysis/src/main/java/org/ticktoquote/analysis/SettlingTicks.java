package org.ticktoquote.analysis;

import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/** Excludes the ticks at the start of every turn of a duet by turns, while the application settles, unless they are lost or skipped. */
final class SettlingTicks {
    private SettlingTicks() {}

    /** Excludes these ticks; has no effect on a run without turns. */
    static void exclude(TickResults results, RunManifest manifest) {
        TurnSchedule turns = manifest.turns();
        if (turns == null) {
            return;
        }
        for (long id = 1; id <= results.ticks(); id++) {
            if (turns.settles(results.intendedNs(id) - manifest.replay().t0Ns())) {
                for (int session = 0; session < results.sessions(); session++) {
                    if (isGood(ResultCell.outcome(results.cell(id, session)))) {
                        results.cell(id, session, ResultCell.of(ResultCell.EXCLUDED));
                    }
                }
            }
        }
    }

    private static boolean isGood(int outcome) {
        return outcome != ResultCell.NOT_PLANNED && outcome != ResultCell.LOST && outcome != ResultCell.SKIPPED;
    }
}
