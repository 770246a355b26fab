package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.IoReason;

/**
 * Accepts the applications of a TCP feed on a daemon thread, {@code replayer-acceptor}, and detects disconnects.
 *
 * <p>Discards the data that applications send. The end of the stream counts as a disconnect. New connections wait in a queue
 * for the pacer.
 */
final class TcpAcceptor implements AutoCloseable {
    private static final long CLOSE_LIMIT_MS = 2_000;

    private final ServerSocketChannel server;
    private final Selector selector;
    private final int port;
    private final int sendBuffer;
    private final FeedListener listener;
    private final ClosedWindowTimes windows = new ClosedWindowTimes();
    private final Queue<Connection> newcomers = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connected = new AtomicInteger();
    private final ByteBuffer ignored = ByteBuffer.allocateDirect(4096);
    private final Thread thread = DaemonThread.of("replayer-acceptor", this::run);
    private volatile boolean closed;

    /**
     * Creates an acceptor for a bound channel.
     *
     * @param sendBuffer send buffer of each connection in bytes; 0 leaves it to the kernel
     */
    TcpAcceptor(ServerSocketChannel server, int sendBuffer, FeedListener listener) throws IOException {
        this.server = server;
        this.sendBuffer = sendBuffer;
        this.listener = listener;
        this.port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        this.selector = Selector.open();
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    void start() {
        thread.start();
    }

    int port() {
        return port;
    }

    int connected() {
        return connected.get();
    }

    /** Does not allocate, because it is called before every tick. */
    boolean hasNewcomers() {
        return !newcomers.isEmpty();
    }

    List<Connection> takeNewcomers() {
        List<Connection> taken = new ArrayList<>();
        for (Connection each = newcomers.poll(); each != null; each = newcomers.poll()) {
            taken.add(each);
        }
        return taken;
    }

    private void run() {
        try {
            while (!closed) {
                selector.select(this::handle);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the TCP feed on port " + port + " cannot accept: " + IoReason.of(e), e);
        } finally {
            selector.keys().forEach(TcpAcceptor::closeQuietly);
            closeSelector();
        }
    }

    private void handle(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
        } else {
            drain(key, (Connection) key.attachment());
        }
    }

    private void accept() {
        try {
            SocketChannel channel = server.accept();
            if (channel != null) {
                admit(channel);
            }
        } catch (IOException goneAlready) {
            // disconnected before it was accepted
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (sendBuffer > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, sendBuffer);
        }
        Connection connection = new Connection(channel, peer(channel), windows.of(channel));
        channel.register(selector, SelectionKey.OP_READ, connection);
        connected.incrementAndGet();
        newcomers.add(connection);
        listener.connected(connection.peer);
    }

    private static String peer(SocketChannel channel) throws IOException {
        InetSocketAddress address = (InetSocketAddress) channel.getRemoteAddress();
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private void drain(SelectionKey key, Connection connection) {
        try {
            ignored.clear();
            if (connection.channel.read(ignored) >= 0) {
                return;
            }
        } catch (IOException reset) {
            // a reset counts as the end of the stream
        }
        connection.unusable();
        closeQuietly(key);
        connected.decrementAndGet();
        listener.disconnected(connection.peer);
    }

    private static void closeQuietly(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException notOursAnyMore) {
            // nothing left to release
        }
    }

    private void closeSelector() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the TCP feed on port " + port + " cannot be closed: " + IoReason.of(e), e);
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        DaemonThread.await(thread, CLOSE_LIMIT_MS);
        windows.close();
    }

    /**
     * Connection of one application.
     *
     * <p>The pacer writes and marks the connection unusable after a failure. The acceptor's thread reads, detects the end
     * and closes.
     */
    static final class Connection {
        final SocketChannel channel;
        final String peer;
        private final LongSupplier closedNs;
        private volatile boolean usable = true;

        /**
         * Wraps a channel in non-blocking mode.
         *
         * @param closedNs total time for which the receiver's window was closed
         */
        Connection(SocketChannel channel, String peer, LongSupplier closedNs) {
            this.channel = channel;
            this.peer = peer;
            this.closedNs = closedNs;
        }

        boolean usable() {
            return usable;
        }

        void unusable() {
            usable = false;
        }

        /** Writes all bytes and waits while the application does not read. Returns false if some were not sent. */
        boolean write(ByteBuffer frames, BackPressure backPressure) {
            try {
                channel.write(frames);
                if (!frames.hasRemaining() || backPressure.writeRest(channel, frames, closedNs)) {
                    return true;
                }
            } catch (IOException gone) {
                usable = false; // the caller counts the failure, and the acceptor reports the peer
                return false;
            }
            usable = false; // part of a message was sent, so the application cannot parse later ones
            return false;
        }
    }
}
