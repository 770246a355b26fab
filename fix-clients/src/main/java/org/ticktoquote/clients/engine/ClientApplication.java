package org.ticktoquote.clients.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.marketdata.RequestTemplate;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;
import org.ticktoquote.fix.tap.RequestIds;
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
import quickfix.field.NewSeqNo;
import quickfix.field.Password;
import quickfix.field.QuoteReqID;
import quickfix.field.QuoteStatus;
import quickfix.field.RefSeqNum;
import quickfix.field.Text;
import quickfix.field.Username;

/**
 * QuickFIX/J callbacks. Adds credentials to a Logon, subscribes after each logon, and reports rejections.
 *
 * <p>Called by QuickFIX/J's threads, by one at a time per session. Secrets are resolved for each Logon and not stored.
 */
final class ClientApplication implements Application {
    private static final List<String> REJECTIONS = List.of(
            MsgType.MARKET_DATA_REQUEST_REJECT,
            MsgType.QUOTE_REQUEST_REJECT,
            MsgType.BUSINESS_MESSAGE_REJECT,
            MsgType.REJECT);
    /** Status (297) of a 35=b that rejects a quote request. */
    private static final String QUOTE_REJECTED = "5";

    private static final int MAX_REASON_LENGTH = 300;

    /** Text of a Logout that the harness ordered. */
    static final String ORDERED = "ordered";

    private static final String SILENT = "no Heartbeat (35=0) in answer to a TestRequest (35=1)";

    private final Map<SessionID, SessionSetup> sessions;
    private final EngineListener listener;
    private final Executor later;
    private final Map<SessionID, SessionRequests> requests;

    /**
     * @param ids request ids of each session, by session number
     * @param later runs on a thread that holds no session's lock
     */
    ClientApplication(
            Map<SessionID, SessionSetup> sessions,
            IntFunction<RequestIds> ids,
            EngineListener listener,
            Executor later) {
        this.sessions = Map.copyOf(sessions);
        this.listener = listener;
        this.later = later;
        this.requests = sessions.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        session -> new SessionRequests(
                                session.getValue(), ids.apply(session.getValue().index()))));
    }

    private SessionSetup setup(SessionID id) {
        return Objects.requireNonNull(sessions.get(id), "unknown session");
    }

    @Override
    public void onCreate(SessionID id) {
        int index = setup(id).index();
        Objects.requireNonNull(Session.lookupSession(id), "unknown session")
                .addStateListener(new SessionStateListener() {
                    @Override
                    public void onConnect() {
                        listener.reachable(index);
                    }

                    @Override
                    public void onHeartBeatTimeout() {
                        listener.notAccepted(index, SILENT, true);
                    }
                });
    }

    /** Subscribes after every logon, because the counterparty drops subscriptions with the session. */
    @Override
    public void onLogon(SessionID id) {
        send(requests(id).begin(), id);
        listener.subscribed(setup(id).index());
    }

    /** Renews the subscriptions of a session; no effect unless it is logged on. */
    void resubscribe(SessionID id) {
        Session session = Session.lookupSession(id);
        if (session != null && session.isLoggedOn()) {
            requests(id).renew().forEach(session::send);
        }
    }

    /**
     * Repeats the requests that a gap fill from this side skipped. The counterparty missed them and requested a resend, but
     * QuickFIX/J resends no messages. Runs after the gap fill was sent.
     */
    private void repeatRequests(Message gapFill, SessionID id) {
        Session session = Session.lookupSession(id);
        if (session != null && session.isLoggedOn()) {
            int from = Integer.parseInt(textOf(gapFill.getHeader(), MsgSeqNum.FIELD));
            int to = Integer.parseInt(textOf(gapFill, NewSeqNo.FIELD));
            requests(id).removeSkipped(from, to).forEach(session::send);
        }
    }

    private SessionRequests requests(SessionID id) {
        return Objects.requireNonNull(requests.get(id), "unknown session");
    }

    private static void send(List<Message> messages, SessionID id) {
        for (Message message : messages) {
            try {
                Session.sendToTarget(message, id);
            } catch (SessionNotFound e) {
                throw new IllegalStateException("no session after its logon: " + id, e);
            }
        }
    }

    @Override
    public void onLogout(SessionID id) {}

    @Override
    public void toAdmin(Message message, SessionID id) {
        String type = typeOf(message);
        SessionSetup session = setup(id);
        addHeaderTags(message, session);
        if (MsgType.LOGOUT.equals(type) || MsgType.REJECT.equals(type)) {
            reportRejection(message, id);
        }
        if (MsgType.SEQUENCE_RESET.equals(type)) {
            later.execute(() -> repeatRequests(message, id));
        }
        if (!MsgType.LOGON.equals(type)) {
            return;
        }
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

    private static void addHeaderTags(Message message, SessionSetup session) {
        session.header()
                .headerTags()
                .forEach((tag, value) -> message.getHeader().setString(tag, value));
    }

    /** Reports QuickFIX/J's reason for rejecting a message that arrived. */
    private void reportRejection(Message message, SessionID id) {
        String text = reasonOf(message);
        if (!text.isEmpty() && !text.equals(ORDERED)) {
            listener.notAccepted(setup(id).index(), text, MsgType.LOGOUT.equals(typeOf(message)));
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
        addHeaderTags(message, setup(id));
        requests(id).sent(message);
    }

    @Override
    public void fromApp(Message message, SessionID id) {
        if (isRejection(message)) {
            rejected(message, id);
        }
    }

    private static boolean isRejection(Message message) {
        String type = typeOf(message);
        return REJECTIONS.contains(type)
                || type.equals(MsgType.MASS_QUOTE_ACKNOWLEDGEMENT)
                        && textOf(message, QuoteStatus.FIELD).equals(QUOTE_REJECTED);
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

    /** Returns the text of a message, limited to the length of a line of output. */
    private static String reasonOf(Message message) {
        String text = textOf(message, Text.FIELD);
        return TerminalText.line(
                text.length() <= MAX_REASON_LENGTH ? text : text.substring(0, MAX_REASON_LENGTH) + "...");
    }

    private static String textOf(FieldMap fields, int tag) {
        return fields.getOptionalString(tag).orElse("");
    }

    /**
     * Requests of one session, each with a unique id. Keeps those of the current logon by sequence number, which is the only
     * reference in a 35=3 and some 35=j. Thread-safe.
     */
    private static final class SessionRequests {
        private static final String ALL = "all";

        private final SessionSetup session;
        private final RequestTemplate form;
        private final RequestTemplate ending;
        private final RequestIds ids;
        /** Suppliers of the messages that end the active requests. */
        private final List<Supplier<Message>> endings = new ArrayList<>();

        private final Map<String, Integer> instruments = new ConcurrentHashMap<>();
        private final NavigableMap<Integer, Message> sent = new ConcurrentSkipListMap<>();
        private int rounds;
        private long requests;

        SessionRequests(SessionSetup session, RequestIds ids) {
            this.session = session;
            this.form = session.requests().request();
            this.ending = form.unsubscription();
            this.ids = ids;
        }

        /** Returns the requests for a new logon, whose sequence numbers can restart, and discards earlier ones. */
        synchronized List<Message> begin() {
            instruments.clear();
            sent.clear();
            endings.clear();
            ids.clear();
            return subscribe();
        }

        /** Returns the requests for new snapshots while logged on. */
        synchronized List<Message> renew() {
            List<Message> messages = new ArrayList<>();
            endings.forEach(each -> messages.add(each.get()));
            endings.clear();
            messages.addAll(subscribe());
            return messages;
        }

        private List<Message> subscribe() {
            rounds++;
            List<Message> messages = new ArrayList<>();
            switch (session.requests().asking()) {
                case PER_PAIR ->
                    session.pairs().forEach(pair -> messages.add(request(pair.instrument(), List.of(pair))));
                case ALL -> messages.add(request(SnapshotRecord.NO_INSTRUMENT, session.pairs()));
                case NONE -> {}
            }
            return messages;
        }

        private Message request(int instrument, List<Pair> pairs) {
            Map<String, String> values = new HashMap<>();
            values.put("session", String.format(Locale.ROOT, "%02d", session.index()));
            values.put("logon", Integer.toString(rounds));
            values.put("number", Long.toString(++requests));
            values.put("instrument", instrument == SnapshotRecord.NO_INSTRUMENT ? ALL : Integer.toString(instrument));
            if (instrument != SnapshotRecord.NO_INSTRUMENT) {
                values.putAll(pairs.get(0).values());
            }
            String id = RequestTemplate.fillPlaceholders(form.id(), values);
            values.put("id", id);
            ids.add(id, instrument);
            if (form.canUnsubscribe()) {
                endings.add(() -> ending.message(values, pairs));
            }
            return form.message(values, pairs);
        }

        /** Records an outgoing message if it is a request. */
        void sent(Message message) {
            String request = nameOf(message);
            String number = textOf(message.getHeader(), MsgSeqNum.FIELD);
            if (!request.isEmpty() && !number.isEmpty()) {
                instruments.put(number, ids.instrument(request));
                sent.put(Integer.parseInt(number), message);
            }
        }

        /** Removes and returns the requests with sequence numbers in a range, end excluded. */
        List<Message> removeSkipped(int from, int to) {
            NavigableMap<Integer, Message> range = sent.subMap(from, true, Math.max(from, to), false);
            List<Message> skipped = List.copyOf(range.values());
            range.clear();
            return skipped;
        }

        /** Returns the only instrument of the rejected request, or {@link SnapshotRecord#NO_INSTRUMENT}. */
        int rejected(Message message) {
            int named = ids.instrument(nameOf(message));
            if (named == SnapshotRecord.NO_INSTRUMENT) {
                named = ids.instrument(textOf(message, BusinessRejectRefID.FIELD));
            }
            return named == SnapshotRecord.NO_INSTRUMENT
                    ? instruments.getOrDefault(textOf(message, RefSeqNum.FIELD), SnapshotRecord.NO_INSTRUMENT)
                    : named;
        }

        private static String nameOf(FieldMap fields) {
            String request = textOf(fields, MDReqID.FIELD);
            return request.isEmpty() ? textOf(fields, QuoteReqID.FIELD) : request;
        }

        private static String textOf(FieldMap fields, int tag) {
            return fields.getOptionalString(tag).orElse("");
        }
    }
}
