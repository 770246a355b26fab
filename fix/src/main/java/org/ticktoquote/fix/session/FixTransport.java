package org.ticktoquote.fix.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * Carries FIX sessions over TCP on one thread. Accepts and makes connections, reads from counterparties, writes waiting bytes
 * when sockets have room, and runs the session timers. Messages are written by the threads that send them.
 */
public final class FixTransport implements Runnable, AutoCloseable {
    private static final long TIMER_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_LIMIT_MS = 5_000;
    private static final long LOGOUT_LIMIT_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long ANSWER_WAIT_MS = 20;
    private static final int READ_BYTES = 64 * 1024;
    /** Maximum number of connections in addition to one per session. */
    private static final int MAX_UNIDENTIFIED = 256;

    private final Limits limits;
    private final Runnable afterRound;
    private final long timerNs;
    private final Selector selector;
    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private final List<FixInitiator> initiators = new ArrayList<>();
    private final List<FixSession> sessions = new ArrayList<>();
    private final List<FixConnection> connections = new ArrayList<>();
    private final Queue<FixConnection> changed = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable MessageTrace trace;
    private volatile int connected;
    private volatile boolean stopping;
    private @Nullable Thread thread;

    /**
     * Limits for a counterparty.
     *
     * @param logonNs time for the TLS handshake and Logon of a connection, checked every second
     * @param waitingMessages maximum number of messages waiting for room in a socket before it is closed, 0 for no limit
     * @param waitingBytes maximum number of bytes waiting for room in a socket before it is closed
     * @param readsWhileBlocked whether reading continues while bytes wait to be sent
     */
    public record Limits(long logonNs, int waitingMessages, int waitingBytes, boolean readsWhileBlocked) {
        /**
         * Limit of waiting bytes for a counterparty that receives little. Only a counterparty that requests data and
         * never reads exceeds it.
         */
        public static final int ANSWER_BYTES = 16 << 20;
        /** Default time for a Logon. */
        public static final long LOGON_NS = TimeUnit.SECONDS.toNanos(10);
    }

    /**
     * Sessions that share an address.
     *
     * @param tls null without TLS
     */
    public record SessionGroup(
            List<FixSession> sessions, @Nullable FixTls tls, Listener listener) {
        public SessionGroup {
            sessions = List.copyOf(sessions);
        }
    }

    /** Informed of connections on the transport's thread, with no session locked. Must not block. */
    public interface Listener {
        /** Ignores all events. */
        Listener NONE = new Listener() {};

        /** Called when a connection was made. Its session is not known yet. */
        default void connected(FixConnection connection) {}

        default void disconnected(FixConnection connection) {}

        /** Called when an attempt to connect has failed. */
        default void unreachable(IOException why) {}

        /** Called when bytes were read, before they are examined. */
        default void read(FixConnection connection) {}

        /** Called when a connection or message of a counterparty was refused. */
        default void refused(FixConnection connection, String what) {}

        /**
         * Called when bytes that are not a message were left out.
         *
         * @param first whether it is the first time on this connection
         */
        default void leftOut(FixConnection connection, String why, boolean first) {}
    }

    /** @param afterRound run on the transport's thread after each round of work, with no session locked */
    public FixTransport(Limits limits, Runnable afterRound) throws IOException {
        this.limits = limits;
        this.afterRound = afterRound;
        this.timerNs = Math.min(TIMER_NS, limits.logonNs());
        this.selector = Selector.open();
    }

    /** Binds a port for sessions and returns its number. Must precede {@link #start}. */
    public int listen(InetSocketAddress address, SessionGroup group) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT, group);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        servers.add(server);
        sessions.addAll(group.sessions());
        return server.socket().getLocalPort();
    }

    /** Connects each session once the thread runs, and connects it again {@code retryNs} after its connection ended. */
    public void connect(Endpoint to, long retryNs, SessionGroup group) {
        group.sessions().forEach(session -> initiators.add(new FixInitiator(to, session, group, retryNs)));
        sessions.addAll(group.sessions());
    }

    /** Starts a daemon thread for the transport. */
    public void start(String name, Thread.@Nullable UncaughtExceptionHandler onFailure) {
        Thread own = DaemonThread.of(name, this, onFailure);
        thread = own;
        own.start();
    }

    /** Returns the number of connections, logged on or not. */
    public int connected() {
        return connected;
    }

    /** Traces every message from now on. */
    public void trace(MessageTrace shown) {
        trace = shown;
    }

    @Nullable
    MessageTrace trace() {
        return trace;
    }

    Selector selector() {
        return selector;
    }

    Limits limits() {
        return limits;
    }

    /** Called when a connection was closed or has to wait for room. Any thread. */
    void changed(FixConnection connection) {
        changed.add(connection);
        selector.wakeup();
    }

    @Override
    public void run() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        long dueNs = System.nanoTime() + timerNs;
        try {
            while (!stopping) {
                initiators.forEach(initiator -> initiator.poll(selector));
                selector.select(this::serve, waitMs(dueNs));
                processChanged();
                if (dueNs - System.nanoTime() <= 0) {
                    each(FixSession::onTimer);
                    endOverdue();
                    dueNs = System.nanoTime() + timerNs;
                }
                afterRound.run();
            }
            logOut();
        } catch (IOException e) {
            throw new UncheckedIOException("the FIX transport failed: " + IoReason.of(e), e);
        } finally {
            end();
            ended.countDown();
        }
    }

    private long waitMs(long dueNs) {
        long waitNs = dueNs - System.nanoTime();
        for (FixInitiator initiator : initiators) {
            waitNs = initiator.waitNs(waitNs);
        }
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(waitNs) + 1);
    }

    /** Logs all sessions out and waits up to 250 ms for the answers. */
    private void logOut() throws IOException {
        each(FixSession::logOut);
        long untilNs = System.nanoTime() + LOGOUT_LIMIT_NS;
        while (anyLoggedOn() && untilNs - System.nanoTime() > 0) {
            selector.select(this::serve, ANSWER_WAIT_MS);
            processChanged();
        }
    }

    private boolean anyLoggedOn() {
        AtomicBoolean found = new AtomicBoolean();
        each(session -> found.compareAndSet(false, session.established() != null));
        return found.get();
    }

    private void each(Consumer<FixSession> work) {
        sessions.forEach(session -> withLock(session.lock(), () -> work.accept(session)));
    }

    static void withLock(Lock lock, Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.attachment() instanceof SessionGroup group) {
                accept((ServerSocketChannel) key.channel(), group);
            } else if (key.attachment() instanceof FixInitiator initiator) {
                connect(initiator);
            } else if (key.attachment() instanceof FixConnection connection) {
                if (key.isWritable()) {
                    withLock(connection.lock(), connection::onWritable);
                    connection.watch();
                }
                if (key.isReadable()) {
                    read(connection);
                }
            }
        } catch (CancelledKeyException closedMeanwhile) {
            // closed meanwhile, and already in the queue
        }
    }

    private void accept(ServerSocketChannel server, SessionGroup group) {
        try {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            FixConnection made = connection(channel, group, null);
            if (connections.size() > sessions.size() + MAX_UNIDENTIFIED) {
                made.disconnect();
                report(made, "more than " + MAX_UNIDENTIFIED + " connections without a Logon (35=A)");
            }
        } catch (IOException gone) {
            // closed before it was accepted
        }
    }

    /** Creates a connection over a connected channel. */
    FixConnection connection(SocketChannel channel, SessionGroup group, @Nullable FixInitiator initiator)
            throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        FixConnection made = new FixConnection(this, group, channel, initiator);
        channel.register(selector, SelectionKey.OP_READ, made);
        connections.add(made);
        connected = connections.size();
        group.listener().connected(made);
        return made;
    }

    private void connect(FixInitiator initiator) {
        FixConnection made = initiator.finish(this);
        if (made != null) {
            boolean unused = made.sendTlsRecords();
            initiator.logOn(made);
        }
    }

    private void read(FixConnection connection) {
        boolean more = true;
        while (more) {
            List<String> messages = new ArrayList<>();
            long leftOut = connection.leftOutBytes();
            boolean open = connection.read(buffer, messages);
            more = answer(connection) && open;
            if (!open || connection.isClosed()) {
                withLock(connection.lock(), connection::disconnect);
                report(connection, connection.fault());
                return;
            }
            FixInitiator initiator = connection.initiator;
            if (initiator != null) {
                initiator.logOn(connection);
            }
            for (String text : messages) {
                if (connection.isClosed()) {
                    return;
                }
                receive(connection, text);
            }
            reportGarbage(connection, leftOut == 0);
        }
    }

    private static boolean answer(FixConnection connection) {
        Lock lock = connection.lock();
        lock.lock();
        try {
            return connection.sendTlsRecords();
        } finally {
            lock.unlock();
        }
    }

    private static void report(FixConnection connection, String what) {
        if (!what.isEmpty()) {
            connection.group.listener().refused(connection, what);
        }
    }

    /** Handles one message. Releases the lock afterwards, so that ticks can be sent between messages. */
    private static void receive(FixConnection connection, String text) {
        connection.showReceived(text);
        if (connection.session() == null) {
            String objection = FixSession.assign(connection, text);
            if (!objection.isEmpty()) {
                connection.disconnect();
                report(connection, objection);
                return;
            }
        }
        FixSession session = connection.session();
        if (session != null) {
            String[] trouble = {""};
            withLock(session.lock(), () -> trouble[0] = session.receive(text));
            report(connection, trouble[0]);
        }
    }

    private static void reportGarbage(FixConnection connection, boolean first) {
        FixSession session = connection.session();
        String why = connection.garbage();
        if (session != null && !why.isEmpty()) {
            withLock(session.lock(), session::garbage);
            connection.group.listener().leftOut(connection, why, first);
        }
    }

    /** Handles connections that were closed or wait for room. */
    private void processChanged() {
        for (FixConnection next = changed.poll(); next != null; next = changed.poll()) {
            if (next.isClosed()) {
                forget(next);
            } else {
                next.watch();
            }
        }
    }

    private void forget(FixConnection gone) {
        if (!connections.remove(gone)) {
            return;
        }
        connected = connections.size();
        FixSession session = gone.session();
        if (session != null) {
            withLock(session.lock(), () -> session.ended(gone));
        }
        FixInitiator initiator = gone.initiator;
        if (initiator != null) {
            initiator.ended(gone);
        }
        gone.group.listener().disconnected(gone);
    }

    /** Ends connections whose Logon is overdue, because each of them takes memory and a file descriptor. */
    private void endOverdue() {
        for (FixConnection connection : connections) {
            if (!connection.isClosed() && connection.isOverdue(limits.logonNs())) {
                connection.endOverdue();
                report(connection, connection.fault());
            }
        }
    }

    private void end() {
        try {
            each(FixSession::close);
            connections.forEach(connection -> withLock(connection.lock(), connection::disconnect));
            initiators.forEach(FixInitiator::close);
            for (ServerSocketChannel server : servers) {
                server.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("FIX ports cannot be closed: " + IoReason.of(e), e);
        }
    }

    /** Asks {@link #run} to log all sessions out, to close ports and connections, and to return. Does not wait for it. */
    public void stop() {
        stopping = true;
        if (begun.compareAndSet(false, true)) {
            end();
            ended.countDown();
        } else {
            selector.wakeup();
        }
    }

    /** Logs all sessions out, closes ports and connections, and waits up to 5 s for the thread to end. */
    @Override
    public void close() {
        stop();
        try {
            boolean inTime = ended.await(CLOSE_LIMIT_MS, TimeUnit.MILLISECONDS);
            if (!inTime && thread != null) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
