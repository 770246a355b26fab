package org.ticktoquote.analysis.outliers;

import java.util.Map;

/**
 * What late ticks of about the same response are put down to: a tenth of a decade.
 *
 * @param fromNs response of the last client, at least
 * @param toNs less than this
 * @param ticks late ones that were answered
 * @param nsByCause what each cause has of what they took longer than usual, and what is unexplained
 */
public record CauseByValue(long fromNs, long toNs, long ticks, Map<String, Long> nsByCause) {
    private static final double STEPS = 10;

    /** The step of a decade that a response is in: 90 for 1 s. */
    static int step(long ns) {
        long positive = Math.max(1, ns);
        int near = (int) Math.floor(Math.log10((double) positive) * STEPS);
        if (edge(near + 1) <= positive) {
            return near + 1;
        }
        return edge(near) > positive ? near - 1 : near;
    }

    /** Its lower end, in ns. */
    static long edge(int step) {
        return (long) Math.ceil(Math.pow(STEPS, step / STEPS));
    }
}
