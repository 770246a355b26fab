package org.ticktoquote.fix.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.fix.message.FixPeer;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.Message;
import quickfix.SessionID;

/** One session, {@code OURS} to {@code THEIRS}, over its own transport. Records each event as a line. */
final class TestSession extends ApplicationAdapter implements FixSession.Handler, FixTransport.Listener, AutoCloseable {
    /** Fields of a peer's Logon. */
    static final String LOGON = "98=0|108=30|141=Y|";

    static final SessionID ID = new SessionID("FIX.4.4", "OURS", "THEIRS");

    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final SentMessages sent = SentMessages.of(64);
    final FixSession session;
    final FixTransport transport;
    int port;

    /** @param heartbeatS 0 for an acceptor */
    private TestSession(int heartbeatS, long logonNs, int waitingMessages, @Nullable Endpoint to)
            throws ConfigError, IOException {
        Map<String, String> settings = FixSession.settings(ID, heartbeatS, true, "");
        settings.put("PersistMessages", "Y");
        session = new FixSession(ID, settings, id -> sent, this, new ReentrantLock());
        FixTransport.Limits limits = new FixTransport.Limits(logonNs, waitingMessages, Integer.MAX_VALUE, true);
        transport = new FixTransport(limits, TestSession::failIfInterrupted);
        FixTransport.SessionGroup group = new FixTransport.SessionGroup(List.of(session), null, this);
        if (to == null) {
            port = transport.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), group);
        } else {
            transport.connect(to, TimeUnit.MILLISECONDS.toNanos(50), group);
        }
        transport.start("test-transport", null);
    }

    /** Fails as a put into a queue does. */
    private static void failIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("interrupted");
        }
    }

    static TestSession accepting() throws Exception {
        return accepting(TimeUnit.HOURS.toNanos(1), 0);
    }

    static TestSession accepting(long logonNs, int waitingMessages) throws Exception {
        return new TestSession(0, logonNs, waitingMessages, null);
    }

    static TestSession dialling(int port) throws Exception {
        return new TestSession(30, TimeUnit.HOURS.toNanos(1), 0, new Endpoint("127.0.0.1", port));
    }

    /** Connects a peer to a session that accepts. */
    FixPeer peer() throws IOException {
        return FixPeer.at(port, "THEIRS", "OURS");
    }

    /** Connects a peer that logs on. */
    FixPeer loggedOnPeer() throws IOException {
        FixPeer peer = peer().send("A", LOGON);
        peer.receiveText("|35=A|");
        return peer;
    }

    String await(String part) throws InterruptedException {
        return await(events, part);
    }

    /** Returns the next event that contains the text and discards those before it. */
    static String await(BlockingQueue<String> events, String part) throws InterruptedException {
        StringBuilder seen = new StringBuilder();
        long untilNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (true) {
            String next = events.poll(untilNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new AssertionError("no " + part + " among " + seen);
            }
            if (next.contains(part)) {
                return next;
            }
            seen.append('\n').append(next);
        }
    }

    @Override
    public void onLogon(SessionID id) {
        events.add("logged on");
    }

    @Override
    public void onLogout(SessionID id) {
        events.add("logged out");
    }

    @Override
    public void fromApp(Message message, SessionID id) {
        events.add("received " + message);
    }

    @Override
    public void refused(FixConnection connection, String what) {
        events.add("refused: " + what);
    }

    @Override
    public void leftOut(FixConnection connection, String why, boolean first) {
        events.add("left out: " + connection.leftOutBytes() + " " + why + " " + first);
    }

    @Override
    public void disconnected(FixConnection connection) {
        events.add("disconnected: " + connection.ending());
    }

    @Override
    public void close() {
        transport.close();
    }
}
