package org.ticktoquote.fix.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;

/** Connects one session, and connects it again after its connection has ended. One thread. Blocks only for name lookups. */
final class FixInitiator {
    private static final long CONNECT_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);
    /** Minimum retry delay after a refused TLS handshake, which is likely to be refused again. */
    private static final long TLS_RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final Endpoint to;
    private final FixSession session;
    private final FixTransport.SessionGroup group;
    private final long retryNs;
    private @Nullable SocketChannel attempt;
    private @Nullable FixConnection connection;
    private long dueNs = System.nanoTime();

    FixInitiator(Endpoint to, FixSession session, FixTransport.SessionGroup group, long retryNs) {
        this.to = to;
        this.session = session;
        this.group = group;
        this.retryNs = retryNs;
    }

    Endpoint to() {
        return to;
    }

    /** Returns the time until {@link #poll} has work, at most the given time. */
    long waitNs(long mostNs) {
        return connection == null ? Math.min(mostNs, Math.max(0, dueNs - System.nanoTime())) : mostNs;
    }

    /** Starts to connect a disconnected session, or gives up an overdue attempt. Looks up the address each time. */
    void poll(Selector selector) {
        if (connection != null || dueNs - System.nanoTime() > 0) {
            return;
        }
        if (attempt != null) {
            failed(new SocketTimeoutException("Connect timed out"));
            return;
        }
        dueNs = System.nanoTime() + CONNECT_LIMIT_NS;
        try {
            InetSocketAddress address = new InetSocketAddress(to.host(), to.port());
            if (address.isUnresolved()) {
                throw new UnknownHostException(to.host());
            }
            SocketChannel channel = SocketChannel.open();
            attempt = channel;
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_CONNECT, this);
            boolean unused = channel.connect(address);
        } catch (IOException refused) {
            failed(refused);
        }
    }

    private void failed(IOException why) {
        closeAttempt();
        dueNs = System.nanoTime() + retryNs;
        group.listener().unreachable(why);
    }

    private void closeAttempt() {
        try {
            if (attempt != null) {
                attempt.close();
            }
        } catch (IOException gone) {
            // it is closed anyway
        }
        attempt = null;
    }

    /** Completes an attempt. Returns the connection, or null if there is none. */
    @Nullable
    FixConnection finish(FixTransport transport) {
        SocketChannel channel = attempt;
        if (channel == null) {
            return null;
        }
        try {
            if (!channel.finishConnect()) {
                return null;
            }
            connection = transport.connection(channel, group, this);
            attempt = null;
        } catch (IOException refused) {
            failed(refused);
        }
        return connection;
    }

    /** Lets the session log on over its connection once messages can be exchanged. */
    void logOn(FixConnection made) {
        if (made == connection && made.session() == null && made.isEstablished()) {
            FixTransport.withLock(session.lock(), () -> {
                if (session.connect(made)) {
                    made.belongsTo(session);
                    session.onTimer();
                }
            });
        }
    }

    void ended(FixConnection gone) {
        if (gone == connection) {
            connection = null;
            dueNs = System.nanoTime() + (gone.isTlsFailed() ? Math.max(retryNs, TLS_RETRY_NS) : retryNs);
        }
    }

    void close() {
        closeAttempt();
    }
}
