package org.ticktoquote.clients.tap;

/** Told of the rare events of a session on its I/O thread; must neither block nor write. */
public interface TapListener {
    /** The counterparty's Logon arrived. */
    void loggedOn(int session, long atNs);

    /** The session ended, by the harness's order or without it. */
    void disconnected(int session, long atNs, boolean ordered);

    /** The first message of a connection that the tap refuses: what it is. */
    void refused(int session, String what);

    /** The tap cannot go on: a full disk, a message without end. */
    void failed(int session, Throwable cause);
}
