package org.ticktoquote.fix.tap;

/** Informed of the rare events of a session on its I/O thread; must neither block nor write. */
@FunctionalInterface
public interface TapListener {
    /** The counterparty's Logon arrived. */
    default void loggedOn(int session, long atNs) {}

    /**
     * The session ended, by the harness's order or without it.
     *
     * @param how its connection ended; empty where a message ended the session
     */
    default void disconnected(int session, long atNs, boolean ordered, String how) {}

    /** The first message of a connection that is counted and not used, or not as it stands: what it is. */
    default void noticed(int session, String what) {}

    /** The book of a pair is not known any more: only a new snapshot can tell it. */
    default void bookUnknown(int session) {}

    /** A connection ended without an answer to the Logon. */
    default void unanswered(int session) {}

    /** The session has ended for good because of what the counterparty sent: why. */
    default void over(int session, String why) {}

    /** The tap cannot go on, as with a full disk. */
    void failed(int session, Throwable cause);
}
