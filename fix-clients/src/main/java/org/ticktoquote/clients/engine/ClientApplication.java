package org.ticktoquote.clients.engine;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.ticktoquote.clients.config.Pair;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.tap.SubscriptionId;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.journal.SnapshotRecord;
import quickfix.Application;
import quickfix.FieldMap;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionStateListener;
import quickfix.StringField;
import quickfix.field.BusinessRejectRefID;
import quickfix.field.MDReqID;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.Password;
import quickfix.field.RefSeqNum;
import quickfix.field.Text;
import quickfix.field.Username;

/**
 * What QuickFIX/J asks of us: credentials for a Logon, subscriptions after each, and what becomes of rejections.
 *
 * <p>Called by QuickFIX/J's threads; a session is called by one at a time. Secrets are resolved for each Logon and kept
 * nowhere.
 */
final class ClientApplication implements Application {
    private static final List<String> REJECTIONS =
            List.of(MsgType.MARKET_DATA_REQUEST_REJECT, MsgType.BUSINESS_MESSAGE_REJECT, MsgType.REJECT);

    private static final int LONGEST_REASON = 300;

    /** The text of a Logout that we were asked to send. */
    static final String ORDERED = "ordered";

    private static final String SILENT = "no Heartbeat (35=0) came, though a TestRequest (35=1) asked for one";

    private final Map<SessionID, SessionSetup> sessions;
    private final EngineListener listener;
    private final Map<Integer, Integer> logons = new ConcurrentHashMap<>();
    private final Map<SessionID, SentRequests> requests = new ConcurrentHashMap<>();

    ClientApplication(Map<SessionID, SessionSetup> sessions, EngineListener listener) {
        this.sessions = Map.copyOf(sessions);
        this.listener = listener;
    }

    private SessionSetup setup(SessionID id) {
        return Objects.requireNonNull(sessions.get(id), "a session of ours");
    }

    @Override
    public void onCreate(SessionID id) {
        int index = setup(id).index();
        Objects.requireNonNull(Session.lookupSession(id), "a session that is being created")
                .addStateListener(new SessionStateListener() {
                    @Override
                    public void onConnect() {
                        listener.reachable(index);
                    }

                    @Override
                    public void onHeartBeatTimeout() {
                        listener.notAccepted(index, SILENT);
                    }
                });
    }

    /** Subscribes anew: the counterparty forgets subscriptions with the session. */
    @Override
    public void onLogon(SessionID id) {
        SessionSetup session = setup(id);
        int logon = logons.merge(session.index(), 1, Integer::sum);
        requests(id).clear();
        if (session.requests().onePerPair()) {
            session.pairs().forEach(pair -> request(id, session, logon, pair.instrument(), List.of(pair)));
        } else {
            request(id, session, logon, SnapshotRecord.NO_INSTRUMENT, session.pairs());
        }
        listener.subscribed(session.index());
    }

    private SentRequests requests(SessionID id) {
        return requests.computeIfAbsent(id, session -> new SentRequests());
    }

    private static void request(SessionID id, SessionSetup session, int logon, int instrument, List<Pair> pairs) {
        String requestId = new SubscriptionId(session.index(), logon, instrument).text();
        try {
            Session.sendToTarget(
                    new SubscribeMessage(requestId, pairs, session.requests().symbolTag()), id);
        } catch (SessionNotFound e) {
            throw new IllegalStateException("a session that has just logged on is gone: " + id, e);
        }
    }

    @Override
    public void onLogout(SessionID id) {}

    @Override
    public void toAdmin(Message message, SessionID id) {
        String type = typeOf(message);
        if (MsgType.LOGOUT.equals(type) || MsgType.REJECT.equals(type)) {
            objects(message, id);
        }
        if (!MsgType.LOGON.equals(type)) {
            return;
        }
        SessionSetup session = setup(id);
        if (!session.logon().username().isEmpty()) {
            message.setString(Username.FIELD, session.logon().username());
        }
        if (session.logon().password() != null) {
            message.setString(Password.FIELD, session.logon().password().resolve());
        }
        session.logon().logonTags().forEach((tag, value) -> message.setField(new StringField(tag, value)));
        session.logon()
                .secretLogonTags()
                .forEach((tag, secret) -> message.setField(new StringField(tag, secret.resolve())));
    }

    /** QuickFIX/J says why it does not accept what arrived. */
    private void objects(Message message, SessionID id) {
        String text = reasonOf(message);
        if (!text.isEmpty() && !text.equals(ORDERED)) {
            listener.notAccepted(setup(id).index(), text);
        }
    }

    @Override
    public void fromAdmin(Message message, SessionID id) {
        String type = typeOf(message);
        if (MsgType.LOGOUT.equals(type)) {
            if (!answersOurs(id)) {
                listener.loggedOut(setup(id).index(), reasonOf(message));
            }
        } else if (MsgType.REJECT.equals(type)) {
            rejected(message, id);
        }
    }

    @Override
    public void toApp(Message message, SessionID id) {
        requests(id).sent(message);
    }

    @Override
    public void fromApp(Message message, SessionID id) {
        if (REJECTIONS.contains(typeOf(message))) {
            rejected(message, id);
        }
    }

    private void rejected(Message message, SessionID id) {
        listener.rejected(setup(id).index(), requests(id).rejected(message), typeOf(message), reasonOf(message));
    }

    private static boolean answersOurs(SessionID id) {
        Session session = Session.lookupSession(id);
        return session != null && session.isLogoutSent();
    }

    private static String typeOf(Message message) {
        return textOf(message.getHeader(), MsgType.FIELD);
    }

    /** It is shown to people, in lines of ours: no longer than such a line bears. */
    private static String reasonOf(Message message) {
        String text = textOf(message, Text.FIELD);
        return TerminalText.line(text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...");
    }

    private static String textOf(FieldMap fields, int tag) {
        return fields.getOptionalString(tag).orElse("");
    }

    /**
     * The requests of a session's newest logon, by their numbers: a 35=j or 35=3 names what it rejects by nothing else.
     * Any thread.
     */
    private static final class SentRequests {
        private final Map<String, Integer> instruments = new ConcurrentHashMap<>();

        /** A new logon: numbers begin anew. */
        void clear() {
            instruments.clear();
        }

        /** Takes note of a message that leaves, if it is a request. */
        void sent(Message message) {
            String request = textOf(message, MDReqID.FIELD);
            String number = textOf(message.getHeader(), MsgSeqNum.FIELD);
            if (!request.isEmpty() && !number.isEmpty()) {
                instruments.put(number, SubscriptionId.instrument(request));
            }
        }

        /** The one instrument of the request that a message rejects, or {@link SnapshotRecord#NO_INSTRUMENT}. */
        int rejected(Message message) {
            int named = SubscriptionId.instrument(textOf(message, MDReqID.FIELD));
            if (named == SnapshotRecord.NO_INSTRUMENT) {
                named = SubscriptionId.instrument(textOf(message, BusinessRejectRefID.FIELD));
            }
            return named == SnapshotRecord.NO_INSTRUMENT
                    ? instruments.getOrDefault(textOf(message, RefSeqNum.FIELD), SnapshotRecord.NO_INSTRUMENT)
                    : named;
        }

        private static String textOf(FieldMap fields, int tag) {
            return fields.getOptionalString(tag).orElse("");
        }
    }
}
