package org.ticktoquote.analysis.statistics;

/** Rule that groups late ticks into episodes (docs/measures.md). */
public final class EpisodeRule {
    private static final int GOOD_TICKS_WITHIN = 3;
    private static final long GAP_WITHIN_NS = 100_000_000L;

    private EpisodeRule() {}

    /**
     * Returns whether two late ticks belong to one episode.
     *
     * @param goodTicks number of ticks in between that were not late
     * @param gapNs time between them
     */
    public static boolean together(long goodTicks, long gapNs) {
        return gapNs <= GAP_WITHIN_NS || goodTicks <= GOOD_TICKS_WITHIN;
    }
}
