package org.ticktoquote.clients;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.mina.core.filterchain.IoFilterChainBuilder;
import org.ticktoquote.fix.message.QuickFix;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.Group;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.ThreadedSocketAcceptor;
import quickfix.field.MsgType;

/** A counterparty: a real QuickFIX/J acceptor that records what it receives and publishes prices on demand. */
final class AcceptorParty extends ApplicationAdapter implements AutoCloseable {
    final int port;
    final List<String> requests = new CopyOnWriteArrayList<>();
    final List<String> logons = new CopyOnWriteArrayList<>();
    final List<String> resendRequests = new CopyOnWriteArrayList<>();
    final Map<String, AtomicLong> received = new ConcurrentHashMap<>();
    /** Type of the message that rejects each request; empty to accept requests. */
    volatile String rejectsBy = "";

    volatile String rejects = "";
    /** Reserves the port while the acceptor is down: bound, not listening. */
    private final Socket held = new Socket();

    private final SessionSettings settings;
    private final AtomicLong tickIds = new AtomicLong();
    private IoFilterChainBuilder filters = chain -> {};
    private ThreadedSocketAcceptor acceptor;

    AcceptorParty(int sessions, String beginString) throws IOException {
        held.setReuseAddress(true);
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        port = held.getLocalPort();
        List<SessionID> ids =
                IntStream.range(0, sessions).mapToObj(i -> id(beginString, i)).toList();
        // a dictionary would lose the id of a resent message
        settings = QuickFix.settings("acceptor", port, ids, "SocketTcpNoDelay", "Y", "UseDataDictionary", "N");
    }

    static SessionID id(String beginString, int session) {
        return new SessionID(beginString, "PRICING", "CLIENT-%02d".formatted(session));
    }

    /** Continues sequence numbers from one logon to the next. */
    AcceptorParty goingOn() {
        settings.setString("ResetOnLogon", "N");
        return this;
    }

    /** Sets filters that apply from the next start on. */
    AcceptorParty behind(IoFilterChainBuilder inFront) {
        this.filters = inFront;
        return this;
    }

    AcceptorParty start() throws ConfigError {
        acceptor = ThreadedSocketAcceptor.newBuilder()
                .withApplication(this)
                .withSettings(settings)
                .withMessageStoreFactory(new MemoryStoreFactory())
                .withMessageFactory(new DefaultMessageFactory())
                .withLogFactory(QuickFix.SILENCE)
                .build();
        acceptor.setIoFilterChainBuilder(filters);
        acceptor.start();
        return this;
    }

    /** Sends one snapshot with an echoed id. Returns whether the session was available. */
    boolean publish(SessionID id, String symbol) throws SessionNotFound {
        return publish(id, 55, symbol);
    }

    /** Sends one snapshot whose pair is named by the value of a tag. */
    boolean publish(SessionID id, int tag, String name) throws SessionNotFound {
        Message snapshot = QuickFix.message("W");
        snapshot.setString(262, "request");
        snapshot.setString(tag, name);
        snapshot.addGroup(entry('0', "1.1001"));
        snapshot.addGroup(entry('1', "1.1003"));
        return Session.sendToTarget(snapshot, id);
    }

    private Group entry(char side, String price) {
        Group entry = new Group(268, 269, new int[] {269, 278, 270, 271});
        entry.setChar(269, side);
        if (side == '0') {
            entry.setString(278, Long.toString(tickIds.incrementAndGet()));
        }
        entry.setString(270, price);
        entry.setString(271, "1000000");
        return entry;
    }

    /** Sends a new bid of EUR/USD. */
    void incremental(SessionID id, String price) throws SessionNotFound {
        Message refresh = QuickFix.message("X");
        Group entry = new Group(268, 279, new int[] {279, 269, 55, 270});
        entry.setChar(279, '0');
        entry.setChar(269, '0');
        entry.setString(55, "EUR/USD");
        entry.setString(270, price);
        refresh.addGroup(entry);
        Session.sendToTarget(refresh, id);
    }

    /** Skips a sequence number, so that the next message leaves a gap. */
    void skipNumber(SessionID id) throws IOException {
        Session session = Session.lookupSession(id);
        session.setNextSenderMsgSeqNum(session.getExpectedSenderNum() + 1);
    }

    /** Uses the last sequence number again. */
    void repeatNumber(SessionID id) throws IOException {
        Session session = Session.lookupSession(id);
        session.setNextSenderMsgSeqNum(session.getExpectedSenderNum() - 1);
    }

    /** Sends a gap fill from the next sequence number to this one. */
    void fillTo(SessionID id, int number) throws IOException {
        Message fill = QuickFix.message(MsgType.SEQUENCE_RESET);
        fill.setBoolean(123, true);
        fill.setInt(36, number);
        Session session = Session.lookupSession(id);
        session.send(fill);
        session.setNextSenderMsgSeqNum(number);
    }

    void heartbeat(SessionID id) {
        Session.lookupSession(id).send(QuickFix.message(MsgType.HEARTBEAT));
    }

    void testRequest(SessionID id) {
        Message request = QuickFix.message(MsgType.TEST_REQUEST);
        request.setString(112, "test");
        Session.lookupSession(id).send(request);
    }

    void cut(SessionID id) throws IOException {
        Session.lookupSession(id).disconnect("cut by the test", false);
    }

    long count(String type) {
        return received.getOrDefault(type, new AtomicLong()).get();
    }

    /** Called last, so that a counted message is also in the lists. */
    private void note(Message message) {
        String type = message.getHeader().getOptionalString(MsgType.FIELD).orElse("");
        received.computeIfAbsent(type, key -> new AtomicLong()).incrementAndGet();
    }

    @Override
    public void fromAdmin(Message message, SessionID id) {
        if (message.isSetField(7)) {
            resendRequests.add("7=" + message.getOptionalString(7).orElse("") + " 16="
                    + message.getOptionalString(16).orElse(""));
        }
        if (message.getHeader().getOptionalString(MsgType.FIELD).orElse("").equals("A")) {
            logons.add(message.toRawString().replace('\u0001', '|'));
        }
        note(message);
    }

    @Override
    public void fromApp(Message message, SessionID id) {
        requests.add(message.toRawString().replace('\u0001', '|'));
        if (!rejectsBy.isEmpty()) {
            Message rejection = QuickFix.message(rejectsBy);
            String request = message.getOptionalString(262).orElse("");
            String number = message.getHeader().getOptionalString(34).orElse("");
            switch (rejectsBy) {
                case "Y" -> rejection.setString(262, request);
                case "AG" -> rejection.setString(131, request);
                case "b" -> {
                    rejection.setString(131, request);
                    rejection.setString(297, "5");
                }
                case "j" -> rejection.setString(379, request);
                default -> rejection.setString(45, number);
            }
            rejection.setString(58, rejects);
            Session.lookupSession(id).send(rejection);
        }
        note(message);
    }

    @Override
    public void close() throws IOException {
        acceptor.stop(true);
        held.close();
    }
}
