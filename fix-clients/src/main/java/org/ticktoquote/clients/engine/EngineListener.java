package org.ticktoquote.clients.engine;

/** Notified of events of sessions and subscriptions. Must not block. */
public interface EngineListener {
    /** A session's connection failed, for this reason. It is retried. */
    void unreachable(int session, String cause);

    /** A session's TCP connection is established. */
    void reachable(int session);

    /**
     * A connection from an application was refused.
     *
     * @param first true if the reason is new and to be reported
     */
    void refused(String why, boolean first);

    /** A session has sent all its requests for prices after a logon. */
    void subscribed(int session);

    /**
     * The counterparty rejected a subscription, or another message.
     *
     * @param instrument its id, or {@code SnapshotRecord.NO_INSTRUMENT} if none is named
     * @param type MsgType (35) of the rejection
     * @param text reason; can be empty
     */
    void rejected(int session, int instrument, String type, String text);

    /**
     * This side rejected a received message or the connection.
     *
     * @param ends true if it logged out or closed the connection, for example because of a certificate; otherwise it sent a
     *     35=3
     */
    void notAccepted(int session, String why, boolean ends);

    /** A Logout arrived that this side did not request, or that answers a Logon. */
    void loggedOut(int session, String text);
}
