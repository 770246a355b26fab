package org.ticktoquote.analysis.summary;

/** What became of every measured tick at every session planned for its pair; the counts add up to their number. */
public record TickOutcomes(long published, long conflated, long skipped, long unchanged, long lost, long excluded) {

    /** Measured ticks x planned sessions. */
    public long total() {
        return published + conflated + skipped + unchanged + lost + excluded;
    }

    /** Of two runs together. */
    public TickOutcomes plus(TickOutcomes other) {
        return new TickOutcomes(
                published + other.published,
                conflated + other.conflated,
                skipped + other.skipped,
                unchanged + other.unchanged,
                lost + other.lost,
                excluded + other.excluded);
    }
}
