package org.ticktoquote.clients.engine;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.core.filterchain.IoFilterChainBuilder;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.apache.mina.filter.ssl.SslFilter;
import org.apache.mina.transport.socket.SocketSessionConfig;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.SessionSetup.ReadPause;
import org.ticktoquote.clients.config.SessionSetup.Tls;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.fix.message.MessageSplitter;
import org.ticktoquote.fix.tap.SessionTap;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.mina.SessionConnector;

/**
 * Adds filters in front of QuickFIX/J's. They read the time, decrypt TLS, identify an application's session, trace, and
 * pass bytes to the tap, in this order.
 */
final class FilterChain implements IoFilterChainBuilder {
    static final String TLS = "tls";

    private final Map<SessionID, SessionTap> taps;
    private final Optional<Pauses> pauses;
    private final Connections connections;
    private final NanoClock clock;
    private final EngineListener listener;
    private final @Nullable Tls tls;
    private final @Nullable SSLContext context;
    private final Optional<AcceptedSessions> accepted;
    private final Optional<MessageTrace> trace;

    FilterChain(
            Map<SessionID, SessionTap> taps,
            Optional<Pauses> pauses,
            Connections connections,
            NanoClock clock,
            @Nullable Tls tls,
            Optional<AcceptedSessions> accepted,
            Optional<MessageTrace> trace,
            EngineListener listener) {
        this.listener = listener;
        this.taps = taps;
        this.pauses = pauses;
        this.connections = connections;
        this.clock = clock;
        this.accepted = accepted;
        this.trace = trace;
        this.tls = tls;
        this.context = tls == null ? null : tls.stores().context();
    }

    @Override
    public void buildFilterChain(IoFilterChain chain) {
        TapFilter.ReadStamp stamp = new TapFilter.ReadStamp(clock);
        TapFilter tap = new TapFilter(stamp, id -> Objects.requireNonNull(taps.get(id)));
        stamp.atEnd(tap::end);
        chain.addFirst("tap", tap);
        trace.ifPresent(shown -> chain.addFirst(
                "trace",
                new TraceFilter(
                        shown, clock, id -> Objects.requireNonNull(taps.get(id)).index())));
        accepted.ifPresent(sessions -> {
            LogonFilter logon = new LogonFilter(sessions, clock);
            stamp.atEnd(() -> {
                tap.end();
                logon.released();
            });
            chain.addFirst("logon", logon);
        });
        if (tls != null && context != null) {
            chain.addFirst(TLS, tlsFilter(tls, context, accepted.isPresent()));
        }
        chain.addFirst("stamp", stamp);
        pauses.ifPresent(some -> chain.addFirst("slow", new SlowReader(some, clock)));
        chain.addLast(
                "connections",
                new ConnectionFilter(
                        connections, id -> Objects.requireNonNull(taps.get(id)).index(), listener));
    }

    /**
     * Returns the TLS filter of one connection. Replaces QuickFIX/J's own set-up, which trusts every certificate if
     * there is no trust store, and names a class that newer releases of MINA do not have.
     *
     * @param accepts true if the application connects; it must then present a certificate if there is a trust store
     */
    private static SslFilter tlsFilter(Tls tls, SSLContext context, boolean accepts) {
        SslFilter filter = new SslFilter(context);
        if (!tls.protocols().isEmpty()) {
            filter.setEnabledProtocols(tls.protocols().toArray(new String[0]));
        }
        if (accepts) {
            filter.setNeedClientAuth(tls.trustStore() != null);
        } else if (tls.verifyHost()) {
            filter.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return filter;
    }

    /** Records the connection of each session and reports TLS failures. Ignores data. */
    private static final class ConnectionFilter extends IoFilterAdapter {
        private final Connections connections;
        private final ToIntFunction<SessionID> sessions;
        private final EngineListener listener;

        ConnectionFilter(Connections connections, ToIntFunction<SessionID> sessions, EngineListener listener) {
            this.listener = listener;
            this.connections = connections;
            this.sessions = sessions;
        }

        @Override
        public void sessionOpened(NextFilter next, IoSession connection) {
            if (connection.getLocalAddress() instanceof InetSocketAddress local
                    && connection.getRemoteAddress() instanceof InetSocketAddress remote) {
                connections.opened(session(connection), local, remote);
            }
            next.sessionOpened(connection);
        }

        @Override
        public void exceptionCaught(NextFilter next, IoSession connection, Throwable cause) throws Exception {
            if (cause instanceof SSLException) {
                listener.notAccepted(session(connection), ConnectFailure.text(cause), true);
            }
            next.exceptionCaught(connection, cause);
        }

        private int session(IoSession connection) {
            SessionID id = ((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID();
            return sessions.applyAsInt(id);
        }
    }

    /**
     * Stops reading a slow session's connection for a while, so that the receive buffer fills and the window closes. Its I/O
     * thread continues with other sessions. One per connection, for its I/O thread.
     */
    private static final class SlowReader extends IoFilterAdapter {
        private final Pauses pauses;
        private final NanoClock clock;
        private @Nullable Session session;
        private @Nullable ReadPause own;
        private long pausedNs;

        SlowReader(Pauses pauses, NanoClock clock) {
            this.pauses = pauses;
            this.clock = clock;
        }

        @Override
        public void sessionCreated(NextFilter next, IoSession connection) {
            next.sessionCreated(connection);
            pausedNs = clock.nanoTime();
        }

        /** Looks up the session of the connection, which is unknown before the Logon if an application connected. */
        private void identify(IoSession connection) {
            session = (Session) connection.getAttribute(SessionConnector.QF_SESSION);
            if (session != null) {
                own = pauses.bySession().get(session.getSessionID());
                if (own != null && connection.isServer()) {
                    ((SocketSessionConfig) connection.getConfig())
                            .setReceiveBufferSize(EngineSettings.SLOW_READERS_BUFFER);
                }
            }
        }

        @Override
        public void messageReceived(NextFilter next, IoSession connection, Object message) {
            next.messageReceived(connection, message);
            if (session == null) {
                identify(connection);
            }
            if (own != null && clock.nanoTime() - pausedNs > own.everyNs()) {
                connection.suspendRead();
                pausedNs = clock.nanoTime() + own.lengthNs();
                Future<?> ignored =
                        pauses.timer().schedule(connection::resumeRead, own.lengthNs(), TimeUnit.NANOSECONDS);
            }
        }
    }

    /**
     * Traces the messages of a connection in plain FIX. Only installed for a trace. One per connection. Its I/O thread reads
     * the received bytes.
     */
    private static final class TraceFilter extends IoFilterAdapter {
        private final MessageTrace trace;
        private final NanoClock clock;
        private final ToIntFunction<SessionID> sessions;
        private final MessageSplitter heard = new MessageSplitter();

        TraceFilter(MessageTrace trace, NanoClock clock, ToIntFunction<SessionID> sessions) {
            this.sessions = sessions;
            this.trace = trace;
            this.clock = clock;
        }

        @Override
        public void messageReceived(NextFilter next, IoSession connection, Object message) {
            ByteBuffer bytes = ((IoBuffer) message).buf().duplicate();
            boolean unused =
                    heard.read(bytes, text -> trace.received(clock.nanoTime(), peer(connection), bytesOf(text)));
            next.messageReceived(connection, message);
        }

        @Override
        public void filterWrite(NextFilter next, IoSession connection, WriteRequest request) {
            if (request.getMessage() instanceof IoBuffer bytes) {
                trace.sent(clock.nanoTime(), peer(connection), bytes.buf().duplicate());
            }
            next.filterWrite(connection, request);
        }

        private static ByteBuffer bytesOf(String text) {
            return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        private String peer(IoSession connection) {
            SessionID id = ((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID();
            return MessageTrace.session(sessions.applyAsInt(id));
        }
    }

    /**
     * Read pauses of slow sessions.
     *
     * @param timer resumes reading after a pause
     */
    record Pauses(Map<SessionID, ReadPause> bySession, ScheduledExecutorService timer) {
        Pauses {
            bySession = Map.copyOf(bySession);
        }
    }
}
