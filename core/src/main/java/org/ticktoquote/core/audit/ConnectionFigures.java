package org.ticktoquote.core.audit;

/**
 * What the kernel knows of one session's connection, counted from its beginning. What only the other end's socket tells is
 * -1 where that end is on another host.
 *
 * @param session its number
 * @param localPort tells the connections of a session apart
 * @param retransmits segments that the other end had to retransmit
 * @param spuriousRetransmits segments that it retransmitted although they had arrived: they delayed nothing
 * @param windowLimitedNs time for which the other end had something to send and this end's window did not let it
 * @param receiveWindow bytes that this end lets the other send now; 0: the client does not read. -1: not reported
 * @param unreadBytes that have arrived and were not read yet; 0 where the client is slow on purpose
 */
public record ConnectionFigures(
        int session,
        int localPort,
        long retransmits,
        long spuriousRetransmits,
        long windowLimitedNs,
        long receiveWindow,
        long unreadBytes) {
    public static final long UNKNOWN = -1;

    /** The same where nothing that is unread is to be reported. */
    public ConnectionFigures allRead() {
        return new ConnectionFigures(
                session, localPort, retransmits, spuriousRetransmits, windowLimitedNs, receiveWindow, 0);
    }

    /** Whether something happened to the connection between then and now. */
    boolean differsFrom(ConnectionFigures before) {
        return retransmits != before.retransmits
                || spuriousRetransmits != before.spuriousRetransmits
                || windowLimitedNs != before.windowLimitedNs
                || localPort != before.localPort
                || receiveWindow == 0
                || unreadBytes > 0;
    }
}
