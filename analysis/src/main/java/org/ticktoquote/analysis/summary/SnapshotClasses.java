package org.ticktoquote.analysis.summary;

/**
 * What every received snapshot was, up to the drain deadline.
 *
 * @param unattributed those, by price, of a session and pair whose prices could not be learned: nothing is said of them
 * @param withdrawn those without a price: the session has none until the next that shows one
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
    /** Of a run in which the prices of every session and pair are known, or not needed, and none is withdrawn. */
    public SnapshotClasses(
            long matched, long initial, long duplicate, long regressed, long unexplained, long ambiguous) {
        this(matched, initial, duplicate, regressed, unexplained, ambiguous, 0, 0);
    }

    /**
     * Those that show the price of a measured tick, or ought to: all but the initial ones, which are as
     * many as the warm-up is long, those of which nothing is said, and those without a price.
     */
    public long measured() {
        return total() - initial - unattributed - withdrawn;
    }

    /** Snapshots received. */
    public long total() {
        return matched + initial + duplicate + regressed + unexplained + ambiguous + unattributed + withdrawn;
    }
}
