package org.ticktoquote.analysis;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunManifest;

/**
 * Ticks at the end of a capture: nobody waited for their answers, as a run does. One that had less than a second for its answer
 * and has none is excluded, not lost.
 */
final class CaptureEnd {
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private CaptureEnd() {}

    /** Excludes them; nothing in a run that waited. */
    static void exclude(TickResults results, RunManifest manifest) {
        if (manifest.scheduled()) {
            return;
        }
        long fromNs = manifest.replay().drainDeadlineNs() - WAIT_NS;
        for (long id = results.ticks(); id > 0 && results.sentNs(id) > fromNs; id--) {
            for (int session = 0; session < results.sessions(); session++) {
                if (ResultCell.outcome(results.cell(id, session)) == ResultCell.LOST) {
                    results.cell(id, session, ResultCell.of(ResultCell.EXCLUDED));
                }
            }
        }
    }
}
