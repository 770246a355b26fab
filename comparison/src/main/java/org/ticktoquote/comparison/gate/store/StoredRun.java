package org.ticktoquote.comparison.gate.store;

import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;

/**
 * Reference to a run in a ledger or a history.
 *
 * @param id identity of the run; start time and name if nothing was measured
 * @param name name for users
 * @param startedAt ISO-8601 UTC; can be empty
 * @param standing whether the run counts
 * @param why reason why the run does not count, or rule by which it FAILED; can be empty
 * @param measured whether the files of the run are stored
 */
public record StoredRun(String id, String name, String startedAt, Standing standing, String why, boolean measured) {
    static StoredRun of(GatedRun run) {
        return new StoredRun(run.id(), run.name(), run.startedAt(), run.standing(), run.why(), run.measured());
    }
}
