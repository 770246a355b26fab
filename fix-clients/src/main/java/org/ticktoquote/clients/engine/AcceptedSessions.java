package org.ticktoquote.clients.engine;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.TerminalText;
import quickfix.MessageUtils;
import quickfix.Session;
import quickfix.SessionID;

/**
 * Sessions to which applications connect, identified by their Logons. Any thread.
 *
 * <p>A session has one connection at a time. Connections without a session are refused. All refusals are counted, and the
 * first few distinct reasons are reported.
 */
final class AcceptedSessions {
    /** Limit of connections without a Logon, in addition to one per session. */
    private static final int MAX_UNIDENTIFIED = 64;

    private static final int MAX_REASONS = 20;
    private static final int MAX_EXPECTED = 3;
    private static final int MAX_ID_LENGTH = 64;

    private final Map<SessionID, Accepted> sessions = new ConcurrentHashMap<>();
    private final Map<String, Boolean> reported = new ConcurrentHashMap<>();
    private final AtomicInteger unidentified = new AtomicInteger();
    private final EngineListener listener;
    private volatile boolean open;

    AcceptedSessions(EngineListener listener) {
        this.listener = listener;
    }

    /** Session, and whether it has a connection. */
    static final class Accepted {
        private final Session session;
        private final AtomicBoolean taken = new AtomicBoolean();
        private volatile boolean down;

        Accepted(Session session) {
            this.session = session;
        }

        Session session() {
            return session;
        }

        /** Returns true if the session can have a connection: it is not ordered to stay down and has not ended. */
        boolean isUp() {
            return !down && session.isEnabled();
        }

        /** Claims the session for a connection. Returns false while it has another one, here or in QuickFIX/J. */
        boolean acquire() {
            if (!taken.compareAndSet(false, true)) {
                return false;
            }
            if (session.hasResponder()) {
                taken.set(false);
                return false;
            }
            return true;
        }

        /** Releases the session after the connection's last record. */
        void release() {
            taken.set(false);
        }
    }

    void add(SessionID id, Session session) {
        sessions.put(id, new Accepted(session));
    }

    /**
     * Sets whether a session is ordered to stay down. QuickFIX/J does not keep this state, because it enables a session
     * again if its Logout crosses another one.
     */
    void down(SessionID id, boolean ordered) {
        Accepted session = sessions.get(id);
        if (session != null) {
            session.down = ordered;
        }
    }

    boolean isEmpty() {
        return sessions.isEmpty();
    }

    /** Starts or stops accepting connections. */
    void open(boolean wanted) {
        open = wanted;
    }

    /**
     * Admits a connection without a Logon. Returns false if connections are not accepted now or the limit is reached.
     * After true, {@link #release} must follow.
     */
    boolean admit() {
        if (!open) {
            return false;
        }
        if (unidentified.incrementAndGet() > MAX_UNIDENTIFIED + sessions.size()) {
            unidentified.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Counts down when an admitted connection has sent its Logon or ended. */
    void release() {
        unidentified.decrementAndGet();
    }

    List<String> beginStrings() {
        return sessions.keySet().stream().map(SessionID::getBeginString).toList();
    }

    /** Returns the session of a Logon, by CompIDs and SubIDs, or else by CompIDs only. */
    @Nullable
    Accepted find(String logon) {
        SessionID id = MessageUtils.getReverseSessionID(logon);
        Accepted exact = sessions.get(id(id, id.getSenderSubID(), id.getTargetSubID()));
        return exact == null ? sessions.get(id(id, "", "")) : exact;
    }

    private static SessionID id(SessionID id, String senderSubId, String targetSubId) {
        return new SessionID(
                id.getBeginString(), id.getSenderCompID(), senderSubId, "", id.getTargetCompID(), targetSubId, "", "");
    }

    /** Explains why a Logon has no session. */
    String unknown(String logon) {
        String some = sessions.keySet().stream()
                .map(AcceptedSessions::peerIds)
                .sorted()
                .limit(MAX_EXPECTED)
                .collect(Collectors.joining(", "));
        int more = sessions.size() - MAX_EXPECTED;
        return "Logon with " + peerIds(MessageUtils.getReverseSessionID(logon)) + ", expected " + some
                + (more > 0 ? " or one of " + more + " more" : "");
    }

    /** Formats a session's ids as in the application's messages. */
    static String peerIds(SessionID ours) {
        return field("49", ours.getTargetCompID())
                + field(" 50", ours.getTargetSubID())
                + field(" 56", ours.getSenderCompID())
                + field(" 57", ours.getSenderSubID());
    }

    private static String field(String tag, String value) {
        boolean sub = tag.endsWith("50") || tag.endsWith("57");
        String shown = value.length() <= MAX_ID_LENGTH ? value : value.substring(0, MAX_ID_LENGTH) + "...";
        return sub && value.isEmpty() ? "" : tag + "=" + TerminalText.line(shown);
    }

    /** Reports a refused connection. The reason is marked as new once, and only for the first few reasons. */
    void refused(String why) {
        boolean said = reported.size() < MAX_REASONS && reported.putIfAbsent(why, true) == null;
        listener.refused(why, said);
    }
}
