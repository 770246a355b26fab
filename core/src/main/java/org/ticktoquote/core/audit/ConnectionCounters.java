package org.ticktoquote.core.audit;

/**
 * The kernel's counters of one session's connection, from its beginning. Those of the other end's socket are -1 if that end
 * is on another host.
 *
 * @param session number of the session
 * @param localPort distinguishes the connections of a session
 * @param retransmits segments that the other end retransmitted
 * @param spuriousRetransmits segments that it retransmitted although they had arrived, so that they delayed nothing
 * @param windowLimitedNs time for which the other end had something to send and this end's window was closed
 * @param receiveWindow bytes that this end accepts now. 0 if the client does not read, -1 if not reported
 * @param unreadBytes received and not read yet, 0 if the client is slow on purpose
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

    /** Returns the figures without unread bytes. */
    public ConnectionCounters allRead() {
        return new ConnectionCounters(
                session, localPort, retransmits, spuriousRetransmits, windowLimitedNs, receiveWindow, 0);
    }

    /** Returns whether something happened to the connection since then. */
    boolean differsFrom(ConnectionCounters before) {
        return retransmits != before.retransmits
                || spuriousRetransmits != before.spuriousRetransmits
                || windowLimitedNs != before.windowLimitedNs
                || localPort != before.localPort
                || receiveWindow == 0
                || unreadBytes > 0;
    }
}
