package org.ticktoquote.analysis.statistics;

import org.ticktoquote.analysis.results.TickResults;

/** One value for each tick, in the order sent, to be read as often as needed. */
public interface TickSeries {
    /** In place of the value of a tick that was lost: above every number. */
    long LOST = TickResults.LOST;

    /** Takes the ticks. */
    interface Visitor {
        /**
         * The next tick.
         *
         * @param intendedNs when it was to leave; never falls
         * @param valueNs 0 or more; {@link #LOST} where it was lost
         */
        void tick(long intendedNs, long valueNs);
    }

    /** Every tick once. */
    void each(Visitor visitor);
}
