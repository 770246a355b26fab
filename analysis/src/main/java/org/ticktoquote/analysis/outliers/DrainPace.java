package org.ticktoquote.analysis.outliers;

import org.ticktoquote.analysis.results.TickResults;

/**
 * What the application takes for a tick when many wait: the mean time from one answer to the next while it catches up, that
 * is between late ticks of which the later one was sent before the earlier one was answered, and waited less. At the last
 * client. The mean, since answers that are written or read together have one time.
 */
final class DrainPace {
    /** On fewer nothing is said, and then no tick is held to have waited for others. */
    private static final int FEWEST = 20;

    private DrainPace() {}

    /** Of the ticks later than a value; 0 where too few of them show it. */
    static long perTickNs(TickResults ticks, long laterThanNs) {
        long gaps = 0;
        long gapsNs = 0;
        boolean before = false;
        long answeredNs = 0;
        long waitedNs = 0;
        for (long id = 1; id <= ticks.ticks(); id++) {
            long last = ticks.lastClientNs(id);
            if (last == TickResults.NONE) {
                continue;
            }
            boolean late = last > laterThanNs && last != TickResults.LOST;
            long answered = ticks.intendedNs(id) + last;
            boolean behind =
                    late && before && ticks.sentNs(id) < answeredNs && answered >= answeredNs && last < waitedNs;
            if (behind) {
                gaps++;
                gapsNs += answered - answeredNs;
            }
            before = late;
            answeredNs = answered;
            waitedNs = last;
        }
        return gaps < FEWEST ? 0 : gapsNs / gaps;
    }
}
