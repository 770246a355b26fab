package org.ticktoquote.pricing.publish;

import org.jspecify.annotations.Nullable;

/** The sessions to which quotes go; every method may be called from any thread. */
public interface ClientSessions {
    /** How many are configured; they are numbered from 0. */
    int count();

    /** The number of the session's present logon, counted from 1; 0 when it is not logged on. */
    int logon(int session);

    /** Sends a snapshot; null when the session turned out not to be connected. */
    @Nullable
    Sent send(Quote quote);

    /** Answers a request that cannot be met. */
    void refuse(int session, String requestId, String text);

    /** Cuts the session off. */
    void disconnect(int session, String reason);

    /**
     * A message that is on its way.
     *
     * @param outNs clock read next to the socket, before the bytes entered its queue
     * @param messageSequence MsgSeqNum (34)
     */
    record Sent(long outNs, long messageSequence) {}
}
