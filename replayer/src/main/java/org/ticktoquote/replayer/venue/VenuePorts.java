package org.ticktoquote.replayer.venue;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.ReceiverWindows;

/**
 * The ports of all venues: accepts connections, reads what applications say, and tells the sessions the time, all on one daemon
 * thread, {@code replayer-venues}. Ticks are written by the pacer.
 */
final class VenuePorts implements AutoCloseable {
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_LIMIT_MS = 2_000;
    private static final long LOGOUT_LIMIT_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long ANSWER_WAIT_MS = 20;
    private static final int READ_BYTES = 64 * 1024;
    private static final int MOST_CALLERS = 256;

    private final VenueGate gate;
    private final FeedListener listener;
    private final long logonLimitNs;
    private final long lookNs;
    private final Selector selector;
    private final ReceiverWindows windows = new ReceiverWindows();
    private final Map<Venue, ServerSocketChannel> servers = new LinkedHashMap<>();
    private final List<Caller> callers = new ArrayList<>();
    private final ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);
    private final Thread thread = new Thread(this::run, "replayer-venues");
    private volatile int connected;
    private volatile boolean closed;
    private @Nullable MessageTrace trace;

    /** @param logonLimitNs so long a connection has for its TLS handshake and its Logon */
    VenuePorts(VenueGate gate, FeedListener listener, long logonLimitNs) throws IOException {
        this.gate = gate;
        this.listener = listener;
        this.logonLimitNs = logonLimitNs;
        this.lookNs = Math.min(LOOK_NS, logonLimitNs);
        this.selector = Selector.open();
        thread.setDaemon(true);
    }

    /** Binds a venue's port. */
    void bind(Venue venue, InetSocketAddress address) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        servers.put(venue, server);
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        server.bind(address);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT, venue);
    }

    void start() {
        thread.start();
    }

    int port(Venue venue) {
        ServerSocketChannel server = servers.get(venue);
        return server == null ? 0 : server.socket().getLocalPort();
    }

    /** Connections, logged on or not. */
    int connected() {
        return connected;
    }

    /** Shows every message from now on. */
    void trace(MessageTrace shown) {
        gate.enterQuietly();
        try {
            trace = shown;
            callers.forEach(caller -> caller.connection().trace(shown));
        } finally {
            gate.leave();
        }
    }

    private void run() {
        long dueNs = System.nanoTime() + lookNs;
        try {
            while (!closed) {
                long waitMs = TimeUnit.NANOSECONDS.toMillis(dueNs - System.nanoTime()) + 1;
                selector.select(this::serve, Math.max(1, waitMs));
                boolean due = dueNs - System.nanoTime() <= 0;
                look(due);
                dueNs = due ? System.nanoTime() + lookNs : dueNs;
            }
            logOut();
        } catch (IOException e) {
            throw new UncheckedIOException("the venues cannot accept: " + IoReason.of(e), e);
        } finally {
            end();
        }
    }

    /** All sessions, and for a moment the answers. */
    private void logOut() throws IOException {
        gate.enterQuietly();
        try {
            servers.keySet().forEach(venue -> venue.links().forEach(ApplicationLink::logOut));
        } finally {
            gate.leave();
        }
        long untilNs = System.nanoTime() + LOGOUT_LIMIT_NS;
        while (anyLoggedOn() && untilNs - System.nanoTime() > 0) {
            selector.select(this::serve, ANSWER_WAIT_MS);
            look(false);
        }
    }

    private boolean anyLoggedOn() {
        gate.enterQuietly();
        try {
            return servers.keySet().stream()
                    .flatMap(venue -> venue.links().stream())
                    .anyMatch(ApplicationLink::isLoggedOn);
        } finally {
            gate.leave();
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.attachment() instanceof Venue venue) {
                accept(venue);
            } else if (key.attachment() instanceof Caller caller && key.isReadable()) {
                read(caller);
            }
        } catch (CancelledKeyException closedMeanwhile) {
            // its end is on its way
        }
    }

    private void accept(Venue venue) {
        ServerSocketChannel server = servers.get(venue);
        try {
            SocketChannel channel = server == null ? null : server.accept();
            if (channel != null && callers.size() < MOST_CALLERS) {
                admit(venue, channel);
            } else if (channel != null) {
                channel.close();
            }
        } catch (IOException gone) {
            // it left between its arrival and now; nobody has to know
        }
    }

    private void admit(Venue venue, SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        InetSocketAddress address = (InetSocketAddress) channel.getRemoteAddress();
        String peer = address.getAddress().getHostAddress() + ":" + address.getPort();
        Caller caller = new Caller(venue, new VenueConnection(channel, peer, windows.of(channel), tls(venue)));
        channel.register(selector, SelectionKey.OP_READ, caller);
        gate.enterQuietly();
        try {
            callers.add(caller);
            caller.connection().trace(trace);
        } finally {
            gate.leave();
        }
        connected = callers.size();
        listener.connected(peer);
    }

    private static @Nullable TlsLayer tls(Venue venue) {
        VenueTls tls = venue.setup().tls();
        return tls == null ? null : new TlsLayer(tls.engine());
    }

    private void read(Caller caller) {
        boolean more = true;
        while (more) {
            List<String> messages = caller.read(read);
            more = answers(caller) && messages != null;
            take(caller, messages);
            report(caller.leftOut());
        }
    }

    private boolean answers(Caller caller) {
        gate.enterQuietly();
        try {
            return caller.connection().answer();
        } finally {
            gate.leave();
        }
    }

    private void take(Caller caller, @Nullable List<String> messages) {
        if (messages == null || caller.connection().isClosed()) {
            end(caller);
            return;
        }
        for (String text : messages) {
            if (caller.connection().isClosed()) {
                return;
            }
            take(caller, text);
        }
    }

    /** Between two messages a tick may leave. */
    private void take(Caller caller, String text) {
        String trouble;
        gate.enterQuietly();
        try {
            trouble = caller.take(text);
        } finally {
            gate.leave();
        }
        report(trouble);
    }

    private void end(Caller caller) {
        gate.enterQuietly();
        try {
            caller.connection().disconnect();
        } finally {
            gate.leave();
        }
        report(caller.trouble());
    }

    private void report(String refused) {
        if (!refused.isEmpty()) {
            listener.refused(refused);
        }
    }

    /** What is to be done for all, behind every round and once a second. */
    private void look(boolean due) {
        gate.enterQuietly();
        try {
            for (Venue venue : servers.keySet()) {
                for (ApplicationLink link : venue.links()) {
                    if (due) {
                        link.tick();
                    }
                    link.look();
                }
            }
            callers.forEach(caller -> look(caller, due));
            callers.removeIf(caller -> caller.connection().isClosed());
            connected = callers.size();
        } finally {
            gate.leave();
        }
    }

    /** An application that does not read its answers is not asked what else it wants. */
    private void look(Caller caller, boolean due) {
        VenueConnection connection = caller.connection();
        if (due && caller.isSilentFor(logonLimitNs)) {
            connection.disconnect();
            report(caller.overdue());
        }
        connection.flush();
        SelectionKey key = connection.key(selector);
        if (connection.isClosed() || key == null || !key.isValid()) {
            connection.disconnect();
            listener.disconnected(connection.getRemoteAddress());
        } else {
            key.interestOps(connection.isJammed() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    private void end() {
        gate.enterQuietly();
        try {
            servers.keySet().forEach(venue -> venue.links().forEach(ApplicationLink::close));
            callers.forEach(caller -> caller.connection().disconnect());
            for (ServerSocketChannel server : servers.values()) {
                server.close();
            }
            selector.close();
            windows.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the venues cannot be closed: " + IoReason.of(e), e);
        } finally {
            gate.leave();
        }
    }

    /** Logs all sessions out and closes ports and connections. */
    @Override
    public void close() {
        closed = true;
        if (!thread.isAlive()) {
            end();
            return;
        }
        selector.wakeup();
        try {
            thread.join(CLOSE_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
