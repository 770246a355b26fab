package org.ticktoquote.analysis.summary;

/**
 * What became of every measured tick at every session planned for its pair; the counts add up to their number.
 *
 * @param unknown those of a run whose snapshots could not be attributed to ticks: nothing is said of them
 */
public record TickOutcomes(
        long published, long conflated, long skipped, long unchanged, long lost, long excluded, long unknown) {
    /** Of a run whose snapshots could be attributed. */
    public TickOutcomes(long published, long conflated, long skipped, long unchanged, long lost, long excluded) {
        this(published, conflated, skipped, unchanged, lost, excluded, 0);
    }

    /** The same where the attribution of snapshots does not hold: only what the harness itself left out is known. */
    public TickOutcomes unattributed() {
        return new TickOutcomes(0, 0, 0, 0, 0, excluded, total() - excluded);
    }

    /** Measured ticks x planned sessions. */
    public long total() {
        return published + conflated + skipped + unchanged + lost + excluded + unknown;
    }

    /** Of two runs together. */
    public TickOutcomes plus(TickOutcomes other) {
        return new TickOutcomes(
                published + other.published,
                conflated + other.conflated,
                skipped + other.skipped,
                unchanged + other.unchanged,
                lost + other.lost,
                excluded + other.excluded,
                unknown + other.unknown);
    }
}
