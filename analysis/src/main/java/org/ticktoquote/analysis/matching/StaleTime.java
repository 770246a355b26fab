package org.ticktoquote.analysis.matching;

/**
 * Takes the stretches of time during which a session's price of a pair was older than a due tick.
 *
 * <p>Stretches of one session and pair come in order of time and do not overlap.
 */
public interface StaleTime {
    /**
     * From one moment to another the oldest due tick that is newer than the price was the same one.
     *
     * @param sinceNs its intended time: the age of the price at a moment is the time since
     * @param answered false when nothing ended it but the end of the waiting: the age was still rising
     */
    void stretch(int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered);

    /** The session was down by the harness's order, or a capture lacks some of what it received. */
    void excluded(int session, int instrument, long fromNs, long toNs);
}
