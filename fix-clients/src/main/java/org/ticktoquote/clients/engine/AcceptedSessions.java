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
 * The sessions for which an application connects, by its Logon. Any thread.
 *
 * <p>A session has one connection at a time. Connections that belong to none are refused: all are counted, and the first
 * few reasons are told.
 */
final class AcceptedSessions {
    /** Connections that may stand beside those of the sessions until they say whose they are. */
    private static final int MOST_STRANGERS = 64;

    private static final int MOST_REASONS = 20;
    private static final int MOST_EXPECTED = 3;
    private static final int LONGEST_ID = 64;

    private final Map<SessionID, Accepted> sessions = new ConcurrentHashMap<>();
    private final Map<String, Boolean> told = new ConcurrentHashMap<>();
    private final AtomicInteger strangers = new AtomicInteger();
    private final EngineListener listener;
    private volatile boolean open;

    AcceptedSessions(EngineListener listener) {
        this.listener = listener;
    }

    /** A session and whether it has a connection. */
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

        /** Whether a connection may have it: not while it is down by order, or over. */
        boolean isUp() {
            return !down && session.isEnabled();
        }

        /** Whether the connection is the session's now: not while QuickFIX/J still has the one before. */
        boolean take() {
            if (!taken.compareAndSet(false, true)) {
                return false;
            }
            if (session.hasResponder()) {
                taken.set(false);
                return false;
            }
            return true;
        }

        /** The connection wrote its last record. */
        void release() {
            taken.set(false);
        }
    }

    void add(SessionID id, Session session) {
        sessions.put(id, new Accepted(session));
    }

    /** By order. QuickFIX/J lets a session be up again whose Logout crosses another one. */
    void down(SessionID id, boolean ordered) {
        Accepted session = sessions.get(id);
        if (session != null) {
            session.down = ordered;
        }
    }

    boolean isEmpty() {
        return sessions.isEmpty();
    }

    /** From here on connections are taken, or are not. */
    void open(boolean wanted) {
        open = wanted;
    }

    /** Whether a further connection may say whose it is; {@link #known} ends that. */
    boolean welcome() {
        if (!open) {
            return false;
        }
        if (strangers.incrementAndGet() > MOST_STRANGERS + sessions.size()) {
            strangers.decrementAndGet();
            return false;
        }
        return true;
    }

    /** A connection that was welcome has said whose it is, or has ended. */
    void known() {
        strangers.decrementAndGet();
    }

    /** What messages begin with. */
    List<String> beginStrings() {
        return sessions.keySet().stream().map(SessionID::getBeginString).toList();
    }

    /** The session of a Logon, by its CompIDs and SubIDs, or else by its CompIDs. */
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

    /** Why a Logon is nobody's. */
    String unknown(String logon) {
        String some = sessions.keySet().stream()
                .map(AcceptedSessions::theirs)
                .sorted()
                .limit(MOST_EXPECTED)
                .collect(Collectors.joining(", "));
        int more = sessions.size() - MOST_EXPECTED;
        return "its session is unknown: its Logon has " + theirs(MessageUtils.getReverseSessionID(logon))
                + ", expected " + some + (more > 0 ? " or " + more + " more" : "");
    }

    /** As the application says it. */
    static String theirs(SessionID ours) {
        return field("49", ours.getTargetCompID())
                + field(" 50", ours.getTargetSubID())
                + field(" 56", ours.getSenderCompID())
                + field(" 57", ours.getSenderSubID());
    }

    private static String field(String tag, String value) {
        boolean sub = tag.endsWith("50") || tag.endsWith("57");
        String shown = value.length() <= LONGEST_ID ? value : value.substring(0, LONGEST_ID) + "...";
        return sub && value.isEmpty() ? "" : tag + "=" + TerminalText.line(shown);
    }

    /** A connection is not taken: said, unless it was said before or there are too many reasons to say. */
    void refused(String why) {
        boolean said = told.size() < MOST_REASONS && told.putIfAbsent(why, true) == null;
        listener.refused(why, said);
    }
}
