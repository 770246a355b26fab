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
     * @param answered false if only the end of the run ended the interval: the age was still rising
     */
    void stretch(int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered);

    /** Reports an interval during which the harness had ordered the session down, or in which the capture is incomplete. */
    void excluded(int session, int instrument, long fromNs, long toNs);
}
