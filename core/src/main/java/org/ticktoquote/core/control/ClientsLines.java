package org.ticktoquote.core.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the harness and the FIX clients tell each other, besides {@link ProcessLines}. */
public final class ClientsLines {
    /** Command: connect all sessions. */
    public static final String CONNECT = "connect";
    /** Command and its answer: who has no snapshot yet; detail {@link FirstSnapshots}. */
    public static final String FIRST_SNAPSHOTS = "first-snapshots";
    /** Command: end the connection of a session; detail {@link InSession}. The status of that name: it has ended; detail {@link At}. */
    public static final String DOWN = "down";
    /** Command: connect a session again; detail {@link InSession}. */
    public static final String UP = "up";

    /** Status: all sessions are logged on. */
    public static final String LOGGED_ON = "logged-on";
    /** Status: all sessions have asked for their pairs. */
    public static final String SUBSCRIBED = "subscribed";
    /** Status: a request, or another message, was rejected; detail {@link Rejected}. */
    public static final String REJECTED = "rejected";
    /** Status: something arrived that is counted and not read; detail {@link SessionText}. */
    public static final String NOTICED = "noticed";
    /** Status: what arrived ended a session for good; detail {@link SessionText}. */
    public static final String OVER = "over";
    /** Status: a session ended that nobody ordered to; detail {@link Dropped}. */
    public static final String DROPPED = "dropped";
    /** Status: a session is logged on again; detail {@link At}. */
    public static final String RESTORED = "restored";
    /** Status: nobody takes the connection of a session; detail {@link Unreachable}. */
    public static final String UNREACHABLE = "unreachable";
    /** Status: somebody takes the connection now; detail {@link InSession}. */
    public static final String REACHABLE = "reachable";
    /** Status: a connection that an application made was not taken; detail {@link Refused}. */
    public static final String REFUSED = "refused";
    /** Status: a session was logged out; detail {@link SessionText}. */
    public static final String LOGGED_OUT = "logged-out";
    /** Status: a connection ended without an answer to the Logon; detail {@link InSession}. */
    public static final String UNANSWERED = "unanswered";
    /** Status: a session does not accept what it is answered; detail {@link NotAccepted}. */
    public static final String NOT_ACCEPTED = "not-accepted";

    /** MsgType (35) of the rejection of a subscription; any other rejects a message. */
    public static final String PAIR_REJECTED = "Y";

    private ClientsLines() {}

    /**
     * Every session as it will be: detail of {@link ProcessLines#READY} and {@link ProcessLines#CHECKED}.
     *
     * @param accept where the application is to connect, as {@code HOST:PORT}; port 0 is any, until it is taken. Null: the
     *     sessions connect
     */
    public record Planned(
            int sessions,
            List<PlannedSession> plan,
            @Nullable String accept) {}

    /** Why a connection was not taken. */
    public record Refused(String text) {}

    /**
     * A session as it will be.
     *
     * @param compId of the clients' side
     * @param instruments ids of its pairs
     */
    public record PlannedSession(int index, String name, String compId, List<Integer> instruments) {}

    /** A session. */
    public record InSession(int session) {}

    /** A session, and a text for people. */
    public record SessionText(int session, String text) {}

    /** A session, and a moment of the clients. */
    public record At(int session, long atNs) {}

    /**
     * The end of a session that nobody ordered.
     *
     * @param how its connection ended; empty where a message ended the session
     */
    public record Dropped(int session, long atNs, String how) {}

    /**
     * Why a session does not accept what it is answered.
     *
     * @param ends whether it ends over that; else it has sent a 35=3 and stays as it is
     */
    public record NotAccepted(int session, String text, boolean ends) {}

    /** Why nobody takes a session's connection. */
    public record Unreachable(int session, String address, String cause) {}

    /**
     * A rejection.
     *
     * @param instrument of the request that is rejected; null: the rejection names none
     * @param type of the message that says so: {@link #PAIR_REJECTED}, {@code j} or {@code 3}
     * @param text why, as the counterparty says; may be empty
     */
    public record Rejected(int session, @Nullable Integer instrument, String type, String text) {}

    /** Subscriptions without a snapshot. */
    public record FirstSnapshots(List<Missing> missing) {}

    /** A subscription without a snapshot. */
    public record Missing(int session, int instrument) {}

    /** Snapshots that all sessions have received: detail of {@link ProcessLines#PROGRESS}. */
    public record Progress(long snapshots) {}
}
