package org.ticktoquote.fix.tap;

/** Informed of the rare events of a session on its I/O thread. Must neither block nor write. */
@FunctionalInterface
public interface TapListener {
    /** Called when the counterparty's Logon arrived. */
    default void loggedOn(int session, long atNs) {}

    /**
     * Called when the session ended, with or without an order of the harness.
     *
     * @param how end of its connection, or empty if a message ended the session
     */
    default void disconnected(int session, long atNs, boolean ordered, String how) {}

    /**
     * Called for the first message of a connection that is counted and not used, or not used as it is. Describes the
     * message.
     */
    default void noticed(int session, String what) {}

    /** Called when the book of a pair has become unknown. It stays so until a new snapshot. */
    default void bookUnknown(int session) {}

    /** Called when a connection ended without an answer to the Logon. */
    default void unanswered(int session) {}

    /** Called when the session was ended for good because of what the counterparty sent. */
    default void ended(int session, String why) {}

    /** Called when the tap cannot go on, for example because of a full disk. */
    void failed(int session, Throwable cause);
}
