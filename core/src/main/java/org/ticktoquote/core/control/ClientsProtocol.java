package org.ticktoquote.core.control;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Control lines between the harness and the FIX clients, in addition to {@link ProcessProtocol}. */
public final class ClientsProtocol {
    public static final String CONNECT = "connect";
    /** Command to list the subscriptions without a snapshot, and status of the answer. Detail {@link FirstSnapshots}. */
    public static final String FIRST_SNAPSHOTS = "first-snapshots";
    /**
     * Command to end the connection of a session, with detail {@link SessionNumber}. Also the status after it has ended, with
     * detail {@link SessionTime}.
     */
    public static final String DOWN = "down";
    /** Command to connect a session again. Detail {@link SessionNumber}. */
    public static final String UP = "up";

    /** Status: all sessions are logged on. */
    public static final String LOGGED_ON = "logged-on";
    /** Status: all sessions have requested their pairs. */
    public static final String SUBSCRIBED = "subscribed";
    /** Status: a request or another message was rejected. Detail {@link Rejected}. */
    public static final String REJECTED = "rejected";
    /** Status: a session received something unusual that does not end it. Detail {@link SessionText}. */
    public static final String WARNING = "noticed";
    /** Status: a session was ended permanently because of received data. Detail {@link SessionText}. */
    public static final String TERMINATED = "over";
    /** Status: a session ended unexpectedly. Detail {@link Dropped}. */
    public static final String DROPPED = "dropped";
    /** Status: a session is logged on again. Detail {@link SessionTime}. */
    public static final String RESTORED = "restored";
    /** Status: a session cannot connect. Detail {@link Unreachable}. */
    public static final String UNREACHABLE = "unreachable";
    /** Status: a session can connect again. Detail {@link SessionNumber}. */
    public static final String REACHABLE = "reachable";
    /** Status: an application's connection was refused. Detail {@link Refused}. */
    public static final String REFUSED = "refused";
    /** Status: a session was logged out. Detail {@link SessionText}. */
    public static final String LOGGED_OUT = "logged-out";
    /** Status: a connection ended without an answer to the Logon. Detail {@link SessionNumber}. */
    public static final String UNANSWERED = "unanswered";
    /** Status: a session rejected a received message or its connection. Detail {@link NotAccepted}. */
    public static final String NOT_ACCEPTED = "not-accepted";

    /**
     * MsgType (35) of the rejections of a subscription: of a market data request, and of a quote request (35=b in FIX 4.2).
     * Any other type rejects a message.
     */
    public static final Set<String> PAIR_REJECTIONS = Set.of("Y", "AG", "b");

    private ClientsProtocol() {}

    /**
     * All planned sessions. Detail of {@link ProcessProtocol#READY} and {@link ProcessProtocol#CHECKED}.
     *
     * @param accept address where the application connects, as {@code HOST:PORT}. Port 0 means a free port, not bound yet.
     *     Null if the sessions connect to the application
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
     * @param compId CompID of the clients' side
     * @param instruments ids of its pairs
     */
    public record PlannedSession(int index, String name, String compId, List<Integer> instruments) {}

    /** A session. */
    public record SessionNumber(int session) {}

    /** A session and a text for the user. */
    public record SessionText(int session, String text) {}

    /** A session and a time on the clients' clock. */
    public record SessionTime(int session, long atNs) {}

    /**
     * Unexpected end of a session.
     *
     * @param how the connection ended, or empty if a message ended the session
     */
    public record Dropped(int session, long atNs, String how) {}

    /**
     * Reason why a session rejected a received message or its connection.
     *
     * @param ends whether the session ends. Otherwise it has sent a 35=3 and continues
     */
    public record NotAccepted(int session, String text, boolean ends) {}

    /** Reason why a session cannot connect. */
    public record Unreachable(int session, String address, String cause) {}

    /**
     * A rejection.
     *
     * @param instrument of the rejected request, or null if the rejection names none
     * @param type MsgType of the rejection: one of {@link #PAIR_REJECTIONS}, {@code j} or {@code 3}
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
