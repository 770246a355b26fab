package org.ticktoquote.analysis.summary;

/**
 * Classes of all snapshots received up to the drain deadline.
 *
 * @param unattributed snapshots of a session and pair without known prices
 * @param withdrawn snapshots without a price; the session has none until the next one
 */
public record SnapshotClasses(
        long matched,
        long initial,
        long duplicate,
        long regressed,
        long unexplained,
        long ambiguous,
        long unattributed,
        long withdrawn) {
    /**
     * Returns the number of snapshots that should show a measured tick: all except unattributed, withdrawn and initial ones.
     * The number of initial ones depends on the warm-up.
     */
    public long measured() {
        return total() - initial - unattributed - withdrawn;
    }

    /** Returns the number of snapshots received. */
    public long total() {
        return matched + initial + duplicate + regressed + unexplained + ambiguous + unattributed + withdrawn;
    }
}
