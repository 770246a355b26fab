package org.ticktoquote.analysis.statistics;

import java.util.function.LongUnaryOperator;
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

    /** The response at the last client of every due tick. */
    static TickSeries lastClient(TickResults results) {
        return of(results, results::lastClientNs);
    }

    /** The response at the median client of every due tick. */
    static TickSeries medianClient(TickResults results) {
        return of(results, results::medianClientNs);
    }

    /** The response at the first client of every due tick. */
    static TickSeries firstClient(TickResults results) {
        return of(results, results::firstClientNs);
    }

    /** Ticks that are due for nobody are left out; values below 0 count as 0. */
    private static TickSeries of(TickResults results, LongUnaryOperator value) {
        return visitor -> {
            for (long tickId = 1; tickId <= results.ticks(); tickId++) {
                long found = value.applyAsLong(tickId);
                if (found != TickResults.NONE) {
                    visitor.tick(results.intendedNs(tickId), Math.max(0, found));
                }
            }
        };
    }
}
