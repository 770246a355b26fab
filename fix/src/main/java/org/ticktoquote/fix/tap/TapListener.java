package org.ticktoquote.fix.tap;

/** Informed of the rare events of a session on its I/O thread. Must neither block nor send messages. */
@FunctionalInterface
public interface TapListener {
    /** Called when the counterparty's Logon arrived. */
    default void loggedOn(int session, long atNs) {}

    /**
     * Called when the session ended, whether or not the harness ordered it.
     *
     * @param how end of its connection, or empty if a message ended the session
     */
    default void disconnected(int session, long atNs, boolean ordered, String how) {}

    /** Called for the first message of a kind that is ignored or not used as sent, with a description of it. */
    default void noticed(int session, String what) {}

    /**
     * Called when a refresh finds an unknown book, at most once a second. The book stays unknown until its next snapshot.
     */
    default void bookUnknown(int session) {}

    /** Called when a connection ended without an answer to the Logon. */
    default void unanswered(int session) {}

    /** Called when the session was ended permanently because of received data. */
    default void ended(int session, String why) {}

    /** Called when the tap cannot continue, for example because of a full disk. */
    void failed(int session, Throwable cause);
}
