package org.ticktoquote.core.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Control lines between the harness and the FIX clients, in addition to {@link ProcessProtocol}. */
public final class ClientsProtocol {
    public static final String CONNECT = "connect";
    /** Command to list the subscriptions without a snapshot, and name of the answer. Detail {@link FirstSnapshots}. */
    public static final String FIRST_SNAPSHOTS = "first-snapshots";
    /**
     * Command to end the connection of a session, with detail {@link InSession}. Also the status after it has ended, with
     * detail {@link At}.
     */
    public static final String DOWN = "down";
    /** Command to connect a session again. Detail {@link InSession}. */
    public static final String UP = "up";

    /** Status: all sessions are logged on. */
    public static final String LOGGED_ON = "logged-on";
    /** Status: all sessions have requested their pairs. */
    public static final String SUBSCRIBED = "subscribed";
    /** Status: a request or another message was rejected. Detail {@link Rejected}. */
    public static final String REJECTED = "rejected";
    /** Status: a message arrived that is counted but not read. Detail {@link SessionText}. */
    public static final String NOTICED = "noticed";
    /** Status: a session was ended for good because of what it received. Detail {@link SessionText}. */
    public static final String OVER = "over";
    /** Status: a session ended without an order. Detail {@link Dropped}. */
    public static final String DROPPED = "dropped";
    /** Status: a session is logged on again. Detail {@link At}. */
    public static final String RESTORED = "restored";
    /** Status: the connection of a session is not accepted. Detail {@link Unreachable}. */
    public static final String UNREACHABLE = "unreachable";
    /** Status: the connection of a session is accepted now. Detail {@link InSession}. */
    public static final String REACHABLE = "reachable";
    /** Status: a connection made by an application was refused. Detail {@link Refused}. */
    public static final String REFUSED = "refused";
    /** Status: a session was logged out. Detail {@link SessionText}. */
    public static final String LOGGED_OUT = "logged-out";
    /** Status: a connection ended without an answer to the Logon. Detail {@link InSession}. */
    public static final String UNANSWERED = "unanswered";
    /** Status: a session does not accept an answer. Detail {@link NotAccepted}. */
    public static final String NOT_ACCEPTED = "not-accepted";

    /** MsgType (35) of the rejection of a subscription. Any other type rejects a message. */
    public static final String PAIR_REJECTED = "Y";

    private ClientsProtocol() {}

    /**
     * All sessions as planned. Detail of {@link ProcessProtocol#READY} and {@link ProcessProtocol#CHECKED}.
     *
     * @param accept address where the application connects, as {@code HOST:PORT}. Port 0 is any port until it is bound. Null
     *     if the sessions connect to the application
     */
    public record Planned(
            int sessions,
            List<PlannedSession> plan,
            @Nullable String accept) {}

    /** Reason why a connection was refused. */
    public record Refused(String text) {}

    /**
     * A planned session.
     *
     * @param compId of the clients' side
     * @param instruments ids of its pairs
     */
    public record PlannedSession(int index, String name, String compId, List<Integer> instruments) {}

    /** A session. */
    public record InSession(int session) {}

    /** A session and a text for the user. */
    public record SessionText(int session, String text) {}

    /** A session and a time on the clients' clock. */
    public record At(int session, long atNs) {}

    /**
     * End of a session without an order.
     *
     * @param how end of its connection, or empty if a message ended the session
     */
    public record Dropped(int session, long atNs, String how) {}

    /**
     * Reason why a session does not accept an answer.
     *
     * @param ends whether the session ends because of it. Otherwise it has sent a 35=3 and stays as it is
     */
    public record NotAccepted(int session, String text, boolean ends) {}

    /** Reason why the connection of a session is not accepted. */
    public record Unreachable(int session, String address, String cause) {}

    /**
     * A rejection.
     *
     * @param instrument of the rejected request, or null if the rejection names none
     * @param type MsgType of the rejection: {@link #PAIR_REJECTED}, {@code j} or {@code 3}
     * @param text reason given by the counterparty. Can be empty
     */
    public record Rejected(int session, @Nullable Integer instrument, String type, String text) {}

    /** Subscriptions without a snapshot. */
    public record FirstSnapshots(List<Missing> missing) {}

    /** A subscription without a snapshot. */
    public record Missing(int session, int instrument) {}

    /** Number of snapshots received by all sessions together. Detail of {@link ProcessProtocol#PROGRESS}. */
    public record Progress(long snapshots) {}
}
