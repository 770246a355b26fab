package org.ticktoquote.analysis.outliers;

import java.util.Map;

/**
 * Causes of late ticks with similar responses, in steps of a tenth of a decade.
 *
 * @param fromNs lower bound of the last client's response
 * @param toNs upper bound, exclusive
 * @param ticks late ticks that were answered
 * @param nsByCause time beyond the usual response by cause, including unexplained time
 */
public record CauseByValue(long fromNs, long toNs, long ticks, Map<String, Long> nsByCause) {
    private static final double STEPS = 10;

    static CauseByValue of(int step, CauseTimes times) {
        return new CauseByValue(edge(step), edge(step + 1), times.ticks(), times.byKey());
    }

    /** Returns the step of a response: 90 for 1 s. */
    static int step(long ns) {
        long positive = Math.max(1, ns);
        int near = (int) Math.floor(Math.log10((double) positive) * STEPS);
        if (edge(near + 1) <= positive) {
            return near + 1;
        }
        return edge(near) > positive ? near - 1 : near;
    }

    /** Returns the lower end of a step in nanoseconds. */
    static long edge(int step) {
        return (long) Math.ceil(Math.pow(STEPS, step / STEPS));
    }
}
