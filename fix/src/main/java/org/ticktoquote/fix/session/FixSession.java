package org.ticktoquote.fix.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import quickfix.Application;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.DefaultSessionFactory;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.LogFactory;
import quickfix.Message;
import quickfix.MessageStoreFactory;
import quickfix.MessageUtils;
import quickfix.RejectLogon;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.UnsupportedMessageType;
import quickfix.field.ApplVerID;
import quickfix.field.BeginString;
import quickfix.field.DefaultApplVerID;
import quickfix.field.MsgType;
import quickfix.field.SenderCompID;
import quickfix.field.TargetCompID;

/**
 * A QuickFIX/J session with its current connection, but without QuickFIX/J's transport, threads and logs.
 *
 * <p>Methods require the session's lock, unless marked for any thread. Messages that are encoded elsewhere bypass
 * QuickFIX/J. They take their numbers from its store and advance its next number, so that numbers stay unique and
 * without gaps.
 */
public final class FixSession {
    private static final int SHOWN = 64;

    private final Session session;
    private final Handler handler;
    private final Lock lock;
    private final boolean accepts;
    private final SilenceMonitor silence = new SilenceMonitor();
    private @Nullable FixConnection connection;
    private boolean endReportSuppressed;

    /** Receives the callbacks of QuickFIX/J and further events of a session, with its lock held. */
    public interface Handler extends Application {
        /** Called with the MsgType (35) of each message, or with an empty type for bytes that are not a message. */
        default void arrived(String type) {}

        default Message parse(Session session, String text) throws InvalidMessage {
            return MessageUtils.parse(session, text);
        }

        /** Returns what is sent instead of a message of QuickFIX/J. */
        default String outgoing(String text) {
            return text;
        }
    }

    /**
     * Creates a session without a connection.
     *
     * @param settings those of {@link #settings}, and further settings of QuickFIX/J
     * @param store sequence numbers, and messages kept for resends
     * @param lock the session's own, or a lock that several sessions share
     */
    public FixSession(SessionID id, Map<String, String> settings, MessageStoreFactory store, Handler handler, Lock lock)
            throws ConfigError {
        SessionSettings own = new SessionSettings();
        settings.forEach((key, value) -> own.setString(id, key, value));
        this.session = factory(handler, store).create(id, own);
        session.addStateListener(new SequenceResetListener(session));
        this.handler = handler;
        this.lock = lock;
        this.accepts = "acceptor".equals(settings.get("ConnectionType"));
        silence.setInterval(accepts ? 0 : Integer.parseInt(settings.getOrDefault("HeartBtInt", "0")));
    }

    /** Creates a factory of sessions without a log, which would be on the measured path and show passwords. */
    public static SessionFactory factory(Application application, MessageStoreFactory store) {
        LogFactory silence = new CompositeLogFactory(new LogFactory[0]);
        return new DefaultSessionFactory(application, store, silence, new DefaultMessageFactory());
    }

    /**
     * Returns the QuickFIX/J settings that sessions have in common: no schedule, no delay of a Logon, no stored messages, no
     * dictionary.
     *
     * @param heartbeatS heartbeat interval if this side connects, 0 if it accepts and the Logon gives the interval
     * @param resets whether every Logon resets both sequences to 1
     * @param version application version if the session runs over FIXT.1.1, such as {@code FIX.5.0SP2}
     */
    public static Map<String, String> settings(SessionID id, int heartbeatS, boolean resets, String version) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "ConnectionType", heartbeatS == 0 ? "acceptor" : "initiator",
                "HeartBtInt", Integer.toString(heartbeatS),
                "TestRequestDelayMultiplier", SilenceMonitor.TEST_REQUEST_AFTER,
                "NonStopSession", "Y",
                "ResetOnLogon", resets ? "Y" : "N",
                "CheckLatency", "N",
                "ReconnectInterval", "0",
                "PersistMessages", "N",
                "UseDataDictionary", "N",
                "ValidateIncomingMessage", "N"));
        if (id.isFIXT()) {
            settings.put("DefaultApplVerID", version);
        }
        return settings;
    }

    public SessionID id() {
        return session.getSessionID();
    }

    /** Returns the lock that guards the session. */
    public Lock lock() {
        return lock;
    }

    /** Assigns a connection to the session of its group that its first message names. Returns why the connection is refused, or empty. */
    static String assign(FixConnection connection, String text) {
        if (!MessageUtils.isLogon(text)) {
            return "the first message is not a Logon (35=A)";
        }
        FixTransport.SessionGroup group = connection.group;
        String begin = field(text, BeginString.FIELD);
        String sender = field(text, SenderCompID.FIELD);
        String target = field(text, TargetCompID.FIELD);
        for (FixSession session : group.sessions()) {
            SessionID id = session.id();
            if (id.getBeginString().equals(begin)
                    && id.getTargetCompID().equals(sender)
                    && id.getSenderCompID().equals(target)) {
                FixTransport.withLock(session.lock(), () -> {
                    if (session.connect(connection)) {
                        connection.belongsTo(session);
                    }
                });
                return connection.session() == null ? "49=" + sender + " is already logged on" : "";
            }
        }
        return unknown(group, begin, sender, target);
    }

    private static String unknown(FixTransport.SessionGroup group, String begin, String sender, String target) {
        if (group.sessions().isEmpty()) {
            return "Logon at a port without sessions";
        }
        SessionID one = group.sessions().get(0).id();
        if (!begin.equals(one.getBeginString())) {
            return "Logon with 8=" + begin + ", expected 8=" + one.getBeginString();
        }
        String known = group.sessions().stream()
                .map(session -> session.id().getTargetCompID())
                .collect(Collectors.joining(" or "));
        return "Logon with 49=" + sender + " 56=" + target + ", expected 49=" + known + " 56=" + one.getSenderCompID();
    }

    private static String field(String text, int tag) {
        String value = MessageUtils.getStringField(text, tag);
        if (value == null) {
            return "";
        }
        return value.length() > SHOWN ? value.substring(0, SHOWN) : value;
    }

    /** Assigns a connection to the session. Returns false if the session already has one. */
    boolean connect(FixConnection made) {
        if (connection != null) {
            return false;
        }
        connection = made;
        silence.received();
        session.setResponder(made);
        return true;
    }

    /** Returns the connection if both Logons were exchanged over it, else null. Does not allocate. */
    public @Nullable FixConnection established() {
        return connection != null && session.isLoggedOn() ? connection : null;
    }

    /** Reserves numbers for messages that bypass QuickFIX/J. Returns the first. */
    public int takeNumbers(int count) {
        try {
            int first = session.getExpectedSenderNum();
            session.setNextSenderMsgSeqNum(first + count);
            return first;
        } catch (IOException e) {
            throw storeFailed(e);
        }
    }

    private static UncheckedIOException storeFailed(IOException e) {
        return new UncheckedIOException("the in-memory FIX session store failed", e);
    }

    /** Returns what is sent instead of a message of QuickFIX/J. */
    String outgoing(String text) {
        return handler.outgoing(text);
    }

    /** Called when bytes arrived that are not a message. */
    void garbage() {
        handler.arrived("");
    }

    /**
     * Handles a message of the other side. A message that QuickFIX/J cannot answer ends the connection.
     *
     * @return why the message ended the connection or was ignored, else empty. Also empty after a Logout or
     *     {@link #suppressEndReport}
     */
    String receive(String text) {
        FixConnection present = connection;
        silence.received();
        endReportSuppressed = false;
        String type = String.valueOf(MessageUtils.getStringField(text, MsgType.FIELD));
        handler.arrived(type);
        String trouble = answer(text);
        if (present == null || !present.isClosed()) {
            return trouble;
        }
        if (endReportSuppressed || MsgType.LOGOUT.equals(type)) {
            return "";
        }
        return trouble.isEmpty() ? "the connection was closed after 35=" + type : trouble;
    }

    /** Suppresses the report of the connection's end, because the caller has already reported the reason. */
    public void suppressEndReport() {
        endReportSuppressed = true;
    }

    private String answer(String text) {
        boolean logon = MessageUtils.isLogon(text);
        try {
            Message message = handler.parse(session, text);
            if (logon) {
                applyLogon(message);
            }
            session.next(message);
            return "";
        } catch (InvalidMessage garbled) {
            // FIX treats it as not received, so its sequence number is missing
            String why = withoutMessage(garbled);
            return logon ? broken("garbled Logon (35=A): " + why) : "garbled message ignored: " + why;
        } catch (FieldNotFound
                | RejectLogon
                | IncorrectDataFormat
                | IncorrectTagValue
                | UnsupportedMessageType
                | IOException
                | RuntimeException
                        unanswered) { // QuickFIX/J throws it for contents such as an unknown ApplVerID (1128)
            return broken(unanswered.toString());
        }
    }

    /** Applies DefaultApplVerID (1137) and HeartBtInt (108) of a Logon, as QuickFIX/J's own connections do. */
    private void applyLogon(Message logon) throws FieldNotFound {
        if (logon.isSetField(DefaultApplVerID.FIELD)) {
            session.setTargetDefaultApplicationVersionID(new ApplVerID(logon.getString(DefaultApplVerID.FIELD)));
        }
        if (accepts) {
            int intervalS = SilenceMonitor.interval(logon);
            session.setHeartBeatInterval(intervalS);
            silence.setInterval(intervalS);
        }
    }

    /** Returns QuickFIX/J's reason without the whole message that follows it, which can contain a password. */
    public static String withoutMessage(InvalidMessage garbled) {
        String text = String.valueOf(garbled.getMessage());
        return text.replaceFirst("(?s)( in| from message)? ?8=FIX.*", "");
    }

    private String broken(String why) {
        end(why);
        return why;
    }

    /** Runs QuickFIX/J's timers for Logon, heartbeats and timeouts. Logs a silent counterparty out. */
    void onTimer() {
        try {
            if (connection == null) {
                return;
            }
            String silent = silence.logOutIfTooLong(session);
            if (silent.isEmpty()) {
                session.next();
            } else {
                end(silent);
            }
        } catch (IOException e) {
            throw storeFailed(e);
        }
    }

    /** Sends a Logout. The connection ends when it is answered. */
    void logOut() {
        session.logout();
        onTimer();
    }

    /** Sends a message that QuickFIX/J numbers. Any thread. */
    public void send(Message message) {
        lock.lock();
        try {
            session.send(message);
        } finally {
            lock.unlock();
        }
    }

    /** Disconnects the counterparty. QuickFIX/J is informed on the transport's thread. Any thread. */
    public void disconnect() {
        lock.lock();
        try {
            if (connection != null) {
                connection.disconnect();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called when a connection has ended or must end. */
    void ended(FixConnection gone) {
        if (connection == gone) {
            end("the connection ended");
        }
    }

    private void end(String why) {
        try {
            if (connection != null) {
                connection.recordReason(why);
            }
            session.disconnect(why, false);
            if (connection != null) {
                connection.disconnect();
            }
            connection = null;
        } catch (IOException e) {
            throw storeFailed(e);
        }
    }

    /** Ends the session for good. */
    void close() {
        try {
            end("this side closed the session");
            session.close();
        } catch (IOException e) {
            throw storeFailed(e);
        }
    }
}
