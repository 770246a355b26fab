package org.ticktoquote.clients.engine;

/** Informed by QuickFIX/J's thread what became of sessions and subscriptions; must not block. */
public interface EngineListener {
    /** Nobody took the session's connection, for this reason; it tries again. */
    void unreachable(int session, String cause);

    /** Somebody took the session's connection. */
    void reachable(int session);

    /** A connection that an application made was not taken: why, and whether that is said for the first time. */
    void refused(String why, boolean first);

    /** All requests of a session's logon are out. */
    void subscribed(int session);

    /**
     * The counterparty rejected a subscription, or a message of ours.
     *
     * @param instrument its id, or 65535 where none is named
     * @param type MsgType (35) of what says so
     * @param text why; may be empty
     */
    void rejected(int session, int instrument, String type, String text);

    /**
     * This side does not accept something that arrived: why.
     *
     * @param ends whether it logged out over that, or broke the connection off, as over a certificate; else it sent a 35=3
     */
    void notAccepted(int session, String why, boolean ends);

    /** A Logout arrived that we did not ask for, also in place of a Logon. */
    void loggedOut(int session, String text);
}
