package org.ticktoquote.analysis.summary;

/** What every received snapshot was, up to the drain deadline. */
public record SnapshotClasses(
        long matched, long initial, long duplicate, long regressed, long unexplained, long ambiguous) {

    /** Snapshots received. */
    public long total() {
        return matched + initial + duplicate + regressed + unexplained + ambiguous;
    }
}
