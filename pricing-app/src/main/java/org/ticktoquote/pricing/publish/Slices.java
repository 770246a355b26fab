package org.ticktoquote.pricing.publish;

/**
 * Conflation: of each pair only the latest price of every slice of time goes to a session, at the slice's end.
 *
 * <p>The slices of the sessions are spread over the interval, so that they do not all end at once.
 *
 * @param intervalNs length of a slice; 0: no conflation
 * @param sessions that share the interval
 * @param suppressUnchanged whether nothing is sent when the price is again the one that the session was sent last
 */
public record Slices(long intervalNs, int sessions, boolean suppressUnchanged) {
    /** Everything that is due is sent. */
    public Slices(long intervalNs, int sessions) {
        this(intervalNs, sessions, false);
    }

    public boolean none() {
        return intervalNs == 0;
    }

    /** The end of the session's slice that a moment lies in. */
    long endNs(int session, long nowNs) {
        long phaseNs = intervalNs / sessions * session;
        return nowNs + intervalNs - Math.floorMod(nowNs - phaseNs, intervalNs);
    }
}
