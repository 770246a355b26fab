package org.ticktoquote.clients;

import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.Command;

/** What the process reacts to, in the order it happened; taken by its one working thread. */
sealed interface Event {
    /** The harness said something. */
    record Ordered(Command command) implements Event {}

    /** The harness said something that is no command. */
    record Malformed(Refusal refusal) implements Event {}

    /** The harness closed the channel or is gone. */
    record HarnessGone() implements Event {}

    /** A session's attempt to connect failed. */
    record Unreachable(int session, String cause) implements Event {}

    /** A session is connected. */
    record Reachable(int session) implements Event {}

    /** A connection was not taken; whether the reason is a new one. */
    record Refused(String text, boolean first) implements Event {}

    record LoggedOn(int session, long atNs) implements Event {}

    record Disconnected(int session, long atNs, boolean ordered, String how) implements Event {}

    record Subscribed(int session) implements Event {}

    record Rejected(int session, int instrument, String type, String text) implements Event {}

    record LoggedOut(int session, String text) implements Event {}

    record Noticed(int session, String text) implements Event {}

    /** Only a new snapshot can tell what a session's book of a pair is. */
    record BookUnknown(int session) implements Event {}

    /** A connection ended without an answer to the Logon. */
    record Unanswered(int session) implements Event {}

    /** This side does not accept what arrived. */
    record NotAccepted(int session, String text, boolean ends) implements Event {}

    /** The session ended for good because of what arrived. */
    record Over(int session, String text) implements Event {}

    record Failed(int session, Throwable cause) implements Event {}
}
