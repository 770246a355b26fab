package org.ticktoquote.analysis.summary;

/** What every received snapshot was, up to the drain deadline. */
public record SnapshotClasses(
        long matched, long initial, long duplicate, long regressed, long unexplained, long ambiguous) {

    /** Those that show the price of a measured tick, or ought to: all but the initial ones, which are as many as the warm-up is long. */
    public long measured() {
        return total() - initial;
    }

    /** Snapshots received. */
    public long total() {
        return matched + initial + duplicate + regressed + unexplained + ambiguous;
    }
}
