package org.ticktoquote.analysis.statistics;

import org.ticktoquote.analysis.results.TickResults;

/** One value per tick, in the order sent; can be read repeatedly. */
public interface TickSeries {
    /** Value of a lost tick; greater than any other value. */
    long LOST = TickResults.LOST;

    /** Receives the ticks of a series. */
    interface Visitor {
        /**
         * Receives the next tick.
         *
         * @param intendedNs intended time; never decreases
         * @param valueNs 0 or more; {@link #LOST} if the tick was lost
         */
        void tick(long intendedNs, long valueNs);
    }

    /** Visits every tick once. */
    void each(Visitor visitor);
}
