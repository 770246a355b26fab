package org.ticktoquote.analysis;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunManifest;

/**
 * Excludes ticks at the end of a capture, which has no drain. A lost tick with less than a second for its answer counts as
 * excluded.
 */
final class CaptureEnd {
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private CaptureEnd() {}

    /** Excludes these ticks; has no effect on a run with a drain. */
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
