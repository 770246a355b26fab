package org.ticktoquote.clients.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
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
import org.ticktoquote.fix.message.DataFields;
import org.ticktoquote.fix.message.MessageSplitter;
import org.ticktoquote.fix.tap.ConnectionTap;
import org.ticktoquote.fix.tap.QuickFixSink;
import org.ticktoquote.fix.tap.SessionTap;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.field.BeginString;
import quickfix.field.GapFillFlag;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.NewSeqNo;
import quickfix.field.OrigSendingTime;
import quickfix.field.PossDupFlag;
import quickfix.field.SenderCompID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;
import quickfix.mina.SessionConnector;

/**
 * Adds filters in front of QuickFIX/J's. They read the time, decrypt TLS, identify an application's session, trace, and
 * pass bytes to the tap, in this order.
 */
final class FilterChain implements IoFilterChainBuilder {
    static final String TLS = "tls";

    private final Map<SessionID, SessionTap> taps;
    private final Map<SessionID, ReadPause> pauses;
    private final ScheduledExecutorService timer;
    private final Connections connections;
    private final NanoClock clock;
    private final EngineListener listener;
    private final @Nullable Tls tls;
    private final @Nullable SSLContext context;
    private final Optional<AcceptedSessions> accepted;
    private final Optional<MessageTrace> trace;

    /**
     * Builds the filters of connections.
     *
     * @param pauses read pauses of slow sessions; empty if these connections belong to none
     * @param timer resumes reading after a pause
     */
    FilterChain(
            Map<SessionID, SessionTap> taps,
            Map<SessionID, ReadPause> pauses,
            ScheduledExecutorService timer,
            Connections connections,
            NanoClock clock,
            @Nullable Tls tls,
            Optional<AcceptedSessions> accepted,
            Optional<MessageTrace> trace,
            EngineListener listener) {
        this.listener = listener;
        this.taps = taps;
        this.pauses = Map.copyOf(pauses);
        this.timer = timer;
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
        if (!pauses.isEmpty()) {
            chain.addFirst("slow", new SlowReader(pauses, timer, clock));
        }
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
                listener.notAccepted(session(connection), Connections.failure(cause), true);
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
        private final Map<SessionID, ReadPause> pauses;
        private final ScheduledExecutorService timer;
        private final NanoClock clock;
        private @Nullable Session session;
        private @Nullable ReadPause own;
        private long pausedNs;

        SlowReader(Map<SessionID, ReadPause> pauses, ScheduledExecutorService timer, NanoClock clock) {
            this.pauses = pauses;
            this.timer = timer;
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
                own = pauses.get(session.getSessionID());
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
                Future<?> ignored = timer.schedule(connection::resumeRead, own.lengthNs(), TimeUnit.NANOSECONDS);
            }
        }
    }

    /**
     * Traces the messages of one connection in plain FIX. Only installed for a trace. Received bytes are traced on the
     * connection's I/O thread, sent messages on the sending thread.
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
     * Passes the plain FIX bytes of a connection to the tap of its session. Comes after {@link ReadStamp} and any
     * decryption.
     *
     * <p>One per connection, for its I/O thread. The connection's session is known before any byte is read.
     */
    private static final class TapFilter extends IoFilterAdapter {
        private final ReadStamp stamp;
        private final Function<SessionID, SessionTap> taps;
        private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
        private @Nullable ConnectionTap tap;
        /** First known reason for the end. Volatile, because this side can close on any thread. */
        private volatile String how = "";

        TapFilter(ReadStamp stamp, Function<SessionID, SessionTap> taps) {
            this.stamp = stamp;
            this.taps = taps;
        }

        @Override
        public void sessionCreated(NextFilter next, IoSession connection) throws Exception {
            next.sessionCreated(connection);
            SessionID id = ((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID();
            SessionTap session = taps.apply(id);
            IoThreads.nameCurrent(connection);
            tap = session.connected(new Onward(next, connection, id));
        }

        @Override
        public void messageReceived(NextFilter next, IoSession connection, Object message) {
            IoBuffer read = (IoBuffer) message;
            ConnectionTap current = tap;
            if (current != null) {
                bytes.wrap(read.buf(), read.position(), read.remaining());
                current.read(bytes, 0, read.remaining(), stamp.readAtNs());
            }
        }

        @Override
        public void messageSent(NextFilter next, IoSession connection, WriteRequest request) {
            ConnectionTap current = tap;
            if (current != null) {
                current.sent();
            }
            next.messageSent(connection, request);
        }

        @Override
        public void sessionClosed(NextFilter next, IoSession connection) {
            end();
            next.sessionClosed(connection);
        }

        /** Reports the end of the connection, on the first call. */
        void end() {
            ConnectionTap current = tap;
            tap = null;
            if (current != null) {
                current.closed(how.isEmpty() ? "the connection ended" : how);
            }
        }

        @Override
        public void inputClosed(NextFilter next, IoSession connection) throws Exception {
            ends("the application closed the connection");
            next.inputClosed(connection);
        }

        @Override
        public void exceptionCaught(NextFilter next, IoSession connection, Throwable cause) throws Exception {
            if (cause instanceof IOException) {
                ends("the connection failed: " + cause.getMessage());
            }
            next.exceptionCaught(connection, cause);
        }

        @Override
        public void filterClose(NextFilter next, IoSession connection) throws Exception {
            ends("the clients closed the connection");
            next.filterClose(connection);
        }

        private void ends(String first) {
            if (how.isEmpty()) {
                how = first;
            }
        }

        /**
         * Forwards to the filters after this one.
         *
         * @param session id from this side's view, with the counterparty as the target
         */
        private record Onward(NextFilter next, IoSession connection, SessionID session) implements QuickFixSink {
            @Override
            public void message(DirectBuffer buffer, int start, int end) {
                byte[] copy = new byte[end - start];
                buffer.getBytes(start, copy);
                DataFields.maskSeparators(
                        copy, 0, copy.length); // QuickFIX/J does not recognise data fields without a dictionary
                next.messageReceived(connection, IoBuffer.wrap(copy));
            }

            @Override
            public void gapFill(long first, long following, boolean possDup) {
                next.messageReceived(connection, IoBuffer.wrap(gapFillBytes(first, following, possDup)));
            }

            /**
             * Returns a gap fill, {@code 35=4|123=Y}, that tells QuickFIX/J about sequence numbers it has not seen, as if sent by
             * the counterparty.
             */
            private byte[] gapFillBytes(long first, long following, boolean possDup) {
                Message message = new Message();
                Message.Header header = message.getHeader();
                LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
                header.setString(BeginString.FIELD, session.getBeginString());
                header.setString(MsgType.FIELD, MsgType.SEQUENCE_RESET);
                header.setString(SenderCompID.FIELD, session.getTargetCompID());
                header.setString(TargetCompID.FIELD, session.getSenderCompID());
                header.setString(MsgSeqNum.FIELD, Long.toString(first));
                header.setUtcTimeStamp(SendingTime.FIELD, now);
                if (possDup) {
                    header.setBoolean(PossDupFlag.FIELD, true);
                    header.setUtcTimeStamp(OrigSendingTime.FIELD, now);
                }
                message.setBoolean(GapFillFlag.FIELD, true);
                message.setString(NewSeqNo.FIELD, Long.toString(following));
                return message.toString().getBytes(StandardCharsets.ISO_8859_1);
            }

            @Override
            public void end() {
                connection.closeNow();
            }
        }

        /**
         * Reads the clock when bytes arrive, before decryption.
         *
         * <p>One per connection, for its I/O thread. Does not allocate.
         */
        static final class ReadStamp extends IoFilterAdapter {
            private final NanoClock clock;
            private Runnable atEnd = () -> {};
            private long readAtNs;

            ReadStamp(NanoClock clock) {
                this.clock = clock;
            }

            /** Sets an action for the end of the connection, which runs even if filters in between drop the event. */
            void atEnd(Runnable action) {
                atEnd = action;
            }

            @Override
            public void messageReceived(NextFilter next, IoSession connection, Object message) {
                readAtNs = clock.nanoTime();
                next.messageReceived(connection, message);
            }

            /** Runs the action in any case, because a TLS filter whose handshake failed does not pass the event on. */
            @Override
            public void sessionClosed(NextFilter next, IoSession connection) {
                try {
                    next.sessionClosed(connection);
                } finally {
                    atEnd.run();
                }
            }

            /** Returns the monotonic time at which the current bytes were read. */
            long readAtNs() {
                return readAtNs;
            }
        }
    }
}
