package org.ticktoquote.pricing.publish;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sessions to which quotes go; every method may be called from any thread. */
public interface ClientSessions {
    /** How many are configured; they are numbered from 0. */
    int count();

    /** The number of the session's present logon, counted from 1; 0 when it is not logged on. */
    int logon(int session);

    /**
     * Sends snapshots to one session, in order, with one write; never waits for the session.
     *
     * @param quotes of the same session and logon, one at least
     * @return null when none was sent: the session turned out not to be logged on, or on another logon
     */
    @Nullable
    Sent send(List<Quote> quotes);

    /** Answers a request that cannot be met. */
    void refuse(int session, String requestId, String text);

    /** Cuts the session off. */
    void disconnect(int session, String reason);

    /**
     * Messages that are on their way.
     *
     * @param outNs clock read next to the socket, before the bytes enter its queue
     * @param firstSequence MsgSeqNum (34) of the first; those of the others follow
     */
    record Sent(long outNs, long firstSequence) {}
}
