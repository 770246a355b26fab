package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * Sends the same bytes to every application that connected to a port of the replayer.
 *
 * <p>A receiver that does not read fills the buffers and then blocks the pacer, and with it all other receivers. The delay
 * is in {@code sent} of the later ticks and in {@code blockedNs} of {@link #facts}. Its proven part, {@link #waitedNs}, is held
 * time, and the rest counts as replay lag. A message counts as sent if at least one application is connected and all of them
 * accepted it. One thread, the pacer, writes. {@link #abort}, {@link #connected} and {@link #facts} are safe for any thread.
 */
final class TcpSender implements MessageSender {
    private final String scheme;
    private final String host;
    private final TcpAcceptor acceptor;
    private final BackPressure backPressure = new BackPressure(System::nanoTime);
    private TcpAcceptor.Connection[] connections = {};
    private TcpAcceptor.Connection[] joined = {};
    private @Nullable MessageTrace trace;

    private TcpSender(FeedUri parts, TcpAcceptor acceptor) {
        this.scheme = parts.uri().getScheme();
        this.host = parts.host();
        this.acceptor = acceptor;
    }

    /** Listens at the address of a URI. Port 0 selects a free port. */
    static TcpSender listen(URI uri, FeedListener listener) {
        FeedUri parts = parts(uri);
        int sendBuffer = sendBuffer(parts);
        try {
            ServerSocketChannel server = ServerSocketChannel.open();
            try {
                server.bind(parts.address());
                TcpAcceptor acceptor = new TcpAcceptor(server, sendBuffer, listener);
                acceptor.start();
                return new TcpSender(parts, acceptor);
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    /** Binds without listening, so that an application that waits for the feed cannot connect. */
    static void check(URI uri) {
        FeedUri parts = parts(uri);
        int unused = sendBuffer(parts);
        try (Socket probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(parts.address());
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    private static FeedUri parts(URI uri) {
        return FeedUri.of(uri, 0, Set.of(FeedUri.SEND_BUFFER));
    }

    private static int sendBuffer(FeedUri parts) {
        return parts.number(FeedUri.SEND_BUFFER, 0, 1 << 30, 0);
    }

    @Override
    public String address() {
        return scheme + "://" + host + ":" + acceptor.port();
    }

    @Override
    public Map<String, Long> facts() {
        return Map.of(
                "connections", (long) acceptor.connected(),
                "blockedSends", backPressure.blockedSends(),
                "blockedNs", backPressure.blockedNs());
    }

    @Override
    public long waitedNs() {
        return backPressure.waitedNs();
    }

    @Override
    public boolean connected() {
        return acceptor.connected() > 0;
    }

    @Override
    public boolean hasJoined() {
        return acceptor.hasNewcomers();
    }

    @Override
    public void admitJoined() {
        List<TcpAcceptor.Connection> all = new ArrayList<>();
        for (TcpAcceptor.Connection connection : connections) {
            if (connection.usable()) {
                all.add(connection);
            }
        }
        List<TcpAcceptor.Connection> taken = acceptor.takeNewcomers();
        all.addAll(taken);
        connections = all.toArray(TcpAcceptor.Connection[]::new);
        joined = taken.toArray(TcpAcceptor.Connection[]::new);
    }

    @Override
    public boolean send(ByteBuffer tick) {
        return write(tick, connections);
    }

    @Override
    public void sendControl(ByteBuffer message) {
        write(message, connections);
    }

    @Override
    public void sendToJoined(ByteBuffer message) {
        write(message, joined);
    }

    @Override
    public void trace(MessageTrace shown) {
        trace = shown;
    }

    /** Writes bytes to given receivers. Returns true if there is at least one and all of them accepted all bytes. */
    private boolean write(ByteBuffer bytes, TcpAcceptor.Connection[] receivers) {
        boolean whole = false;
        boolean broken = false;
        for (TcpAcceptor.Connection receiver : receivers) {
            if (receiver.usable()) {
                bytes.rewind();
                if (trace != null) {
                    trace.sent(System.nanoTime(), address(), bytes);
                }
                boolean written = receiver.write(bytes, backPressure);
                whole |= written;
                broken |= !written;
            }
        }
        return whole && !broken;
    }

    @Override
    public void abort() {
        backPressure.abort();
    }

    @Override
    public void close() {
        abort();
        acceptor.close();
    }
}
