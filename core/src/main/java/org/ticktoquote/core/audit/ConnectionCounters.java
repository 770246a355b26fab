package org.ticktoquote.core.audit;

/**
 * Kernel counters of one session's connection since it was opened. Counters of the other end's socket are -1 if that end is
 * on another host.
 *
 * @param session number of the session
 * @param localPort distinguishes the connections of a session
 * @param retransmits segments that the other end retransmitted, without spurious ones
 * @param spuriousRetransmits segments that the other end retransmitted after they had arrived, which delays nothing
 * @param windowLimitedNs time that the other end was blocked by this end's closed receive window
 * @param receiveWindow bytes that this end accepts now. 0 if the client does not read, -1 if not reported
 * @param unreadBytes bytes received but not yet read, 0 if the client is slow on purpose
 */
public record ConnectionCounters(
        int session,
        int localPort,
        long retransmits,
        long spuriousRetransmits,
        long windowLimitedNs,
        long receiveWindow,
        long unreadBytes) {
    public static final long UNKNOWN = -1;

    /** Returns a copy with 0 unread bytes. */
    public ConnectionCounters allRead() {
        return new ConnectionCounters(
                session, localPort, retransmits, spuriousRetransmits, windowLimitedNs, receiveWindow, 0);
    }

    /** Returns whether the connection or a counter has changed, the receive window is closed, or bytes are unread. */
    boolean differsFrom(ConnectionCounters before) {
        return retransmits != before.retransmits
                || spuriousRetransmits != before.spuriousRetransmits
                || windowLimitedNs != before.windowLimitedNs
                || localPort != before.localPort
                || receiveWindow == 0
                || unreadBytes > 0;
    }
}
