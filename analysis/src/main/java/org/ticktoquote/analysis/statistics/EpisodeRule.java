package org.ticktoquote.analysis.statistics;

/** Which late ticks form one episode (docs/measures.md). */
public final class EpisodeRule {
    private static final int GOOD_TICKS_WITHIN = 3;
    private static final long GAP_WITHIN_NS = 100_000_000L;

    private EpisodeRule() {}

    /** Whether two of them belong together, with so many good ones between them, and so much time. */
    public static boolean together(long goodTicks, long gapNs) {
        return gapNs <= GAP_WITHIN_NS || goodTicks <= GOOD_TICKS_WITHIN;
    }
}
