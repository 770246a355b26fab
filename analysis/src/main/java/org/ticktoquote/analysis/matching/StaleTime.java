package org.ticktoquote.analysis.matching;

/**
 * Receives intervals during which a session's price of a pair was older than a due tick.
 *
 * <p>Intervals of one session and pair arrive in time order and do not overlap.
 */
public interface StaleTime {
    /**
     * Reports an interval during which the oldest due tick newer than the price stayed the same.
     *
     * @param sinceNs intended time of that tick; the price's age is measured from it
     * @param answered false if the interval ended only with the run, while the age was still rising
     */
    void staleInterval(int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered);

    /** Reports an interval during which the harness had disconnected the session, or in which the capture is incomplete. */
    void excluded(int session, int instrument, long fromNs, long toNs);
}
