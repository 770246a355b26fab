package org.ticktoquote.analysis.gate.store;

import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.gate.runs.GatedRun.Standing;

/**
 * A run as a ledger or a history names it.
 *
 * @param id identity of the run; its name where nothing was measured
 * @param name for people
 * @param startedAt ISO-8601 UTC; may be empty
 * @param standing whether it counts
 * @param why it does not; may be empty
 * @param measured whether its files are kept
 */
public record StoredRun(String id, String name, String startedAt, Standing standing, String why, boolean measured) {
    static StoredRun of(GatedRun run) {
        return new StoredRun(run.id(), run.name(), run.startedAt(), run.standing(), run.why(), run.measured());
    }
}
