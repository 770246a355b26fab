package org.ticktoquote.analysis.summary;

/**
 * Outcomes of the measured ticks x the sessions planned for their pairs; the counts add up to that product.
 *
 * @param unknown ticks of a run whose snapshots could not be attributed
 */
public record TickOutcomes(
        long published, long conflated, long skipped, long unchanged, long lost, long excluded, long unknown) {
    /** Creates the outcomes of a run whose snapshots were attributed. */
    public TickOutcomes(long published, long conflated, long skipped, long unchanged, long lost, long excluded) {
        this(published, conflated, skipped, unchanged, lost, excluded, 0);
    }

    /** Returns the outcomes for an attribution that does not hold: only the ticks excluded by the harness are known. */
    public TickOutcomes unattributed() {
        return new TickOutcomes(0, 0, 0, 0, 0, excluded, total() - excluded);
    }

    /** Returns the number of measured ticks x planned sessions. */
    public long total() {
        return published + conflated + skipped + unchanged + lost + excluded + unknown;
    }

    /** Returns the sum with another run. */
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
