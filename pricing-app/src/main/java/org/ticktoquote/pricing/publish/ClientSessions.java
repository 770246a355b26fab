package org.ticktoquote.pricing.publish;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.marketdata.RequestReject;

/** Client sessions that receive quotes. All methods are safe for any thread. */
public interface ClientSessions {
    /** Returns the number of configured sessions, which are numbered from 0. */
    int count();

    /** Returns the number of the session's current logon, from 1; 0 if not logged on. */
    int logon(int session);

    /**
     * Sends prices to one session, in order, with one write. Never waits for the session.
     *
     * @param quotes one or more quotes of the same session and logon
     * @return null if nothing was sent, because the session is not logged on, has a different logon than the quotes, or has
     *     lost its connection
     */
    @Nullable
    Sent send(List<Quote> quotes);

    /** Rejects a request. */
    void refuse(int session, String requestId, RequestReject why);

    /** Disconnects the session. */
    void disconnect(int session, String reason);

    /**
     * Messages passed to the socket.
     *
     * @param outNs clock reading directly before the messages are flushed to the socket
     * @param firstSequence MsgSeqNum (34) of the first; the others are consecutive
     */
    record Sent(long outNs, long firstSequence) {}
}
