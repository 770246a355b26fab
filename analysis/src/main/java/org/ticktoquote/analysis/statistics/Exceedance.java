package org.ticktoquote.analysis.statistics;

/**
 * Ticks later than a value, and their episodes.
 *
 * <p>An episode is a run of late ticks in the order sent. It ends before a gap of more than 3 good ticks <em>and</em> more
 * than 100 ms.
 *
 * @param valueNs value exceeded
 * @param late number of late ticks, including lost ones
 * @param episodes number of episodes
 * @param squares sum of the squared episode sizes
 * @param largest size of the largest episode
 * @param timeLowNs lower bound of the total time for which a tick would have been late
 * @param timeHighNs upper bound, ignoring pauses that affect no tick
 */
public record Exceedance(
        long valueNs, long late, long episodes, long squares, long largest, long timeLowNs, long timeHighNs) {
    private static final int GOOD_TICKS_WITHIN = 3;
    private static final long GAP_WITHIN_NS = 100_000_000L;

    /**
     * Returns whether two late ticks belong to one episode.
     *
     * @param goodTicks number of ticks in between that were not late
     * @param gapNs time between them
     */
    public static boolean together(long goodTicks, long gapNs) {
        return gapNs <= GAP_WITHIN_NS || goodTicks <= GOOD_TICKS_WITHIN;
    }

    /** Returns the design effect, the mean episode size weighted by ticks. */
    public double deff() {
        return late == 0 ? 1 : (double) squares / late;
    }

    /** Returns the number of equivalent independent ticks, at most the number of episodes. */
    public double effective() {
        return late / deff();
    }

    /** Returns whether its rank falls among the lost ticks, so that the choice of ticks beyond it is arbitrary. */
    boolean amongLost() {
        return valueNs == TickSeries.LOST;
    }
}
