package org.ticktoquote.clients.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.mina.core.filterchain.IoFilterChainBuilder;
import org.apache.mina.core.future.ConnectFuture;
import org.apache.mina.core.future.IoFuture;
import org.apache.mina.core.service.IoService;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteToClosedSessionException;
import org.apache.mina.filter.codec.ProtocolCodecFilter;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;
import org.apache.mina.transport.socket.nio.NioSocketConnector;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.config.SessionSetup.Tls;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.fix.session.SequenceResetListener;
import org.ticktoquote.fix.session.SilenceMonitor;
import quickfix.ConfigError;
import quickfix.FieldConvertError;
import quickfix.FieldNotFound;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SessionStateListener;
import quickfix.field.ApplVerID;
import quickfix.field.DefaultApplVerID;
import quickfix.field.MsgType;
import quickfix.mina.AbstractIoHandler;
import quickfix.mina.IoSessionResponder;
import quickfix.mina.NetworkingOptions;
import quickfix.mina.SessionConnector;
import quickfix.mina.SingleThreadedEventHandlingStrategy;
import quickfix.mina.message.FIXProtocolCodecFactory;

/**
 * Runs QuickFIX/J sessions over connections that share a few I/O threads. QuickFIX/J's own connectors give each session a
 * thread.
 *
 * <p>QuickFIX/J handles sessions, sequence numbers, heartbeats and timers, on one thread for messages and one for timers, as
 * in its own initiator. Connections are retried every second. If the application connects, one port accepts the connections
 * of all sessions. For one controlling thread.
 */
final class SharedConnector extends SessionConnector {
    private static final int MAX_WAITING_MESSAGES = 10_000;
    private static final int MAX_CONNECTING_THREADS = 2;
    private static final int MAX_WAITING_CONNECTIONS = 1024;
    private static final long RETRY_MS = 1_000;
    private static final long POLL_MS = 1_000;

    /** Properties shared by the sessions of one connector. */
    record Kind(Optional<Tls> tls, boolean slow) {
        static Kind of(SessionSetup session) {
            return new Kind(Optional.ofNullable(session.tls()), session.readPause() != null);
        }
    }

    /** Builds the filters in front of the codec for connections of a kind. */
    @FunctionalInterface
    interface Filters {
        IoFilterChainBuilder of(Kind kind, ScheduledExecutorService timer, Optional<AcceptedSessions> accepted);
    }

    private final IoThreads threads;
    private final SingleThreadedEventHandlingStrategy strategy =
            new SingleThreadedEventHandlingStrategy(this, MAX_WAITING_MESSAGES);
    private final ExecutorService connecting =
            Executors.newFixedThreadPool(MAX_CONNECTING_THREADS, named("clients-connector-"));
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(named("clients-reconnect-"));
    private final Map<Kind, NioSocketConnector> connectors = new HashMap<>();
    private final List<SessionConnection> connections = new ArrayList<>();
    private final Map<SessionID, Integer> indexes = new HashMap<>();
    private final HeartbeatMonitor silentPeers = new HeartbeatMonitor();
    private final AcceptedSessions accepted;
    private final Optional<NioSocketAcceptor> acceptor;
    private final EngineListener listener;
    private @Nullable Future<?> polls;

    SharedConnector(
            List<SessionSetup> sessions,
            SessionSettings settings,
            SessionFactory factory,
            Filters filters,
            IoThreads threads,
            EngineListener listener)
            throws ConfigError {
        super(settings, factory);
        this.threads = threads;
        this.listener = listener;
        this.accepted = new AcceptedSessions(listener);
        Map<SessionID, Session> byId = new HashMap<>();
        for (SessionSetup setup : sessions) {
            SessionID id = EngineSettings.id(setup);
            Session session = createSession(id);
            session.addStateListener(new SequenceResetListener(session));
            byId.put(id, session);
            indexes.put(id, setup.index());
            silentPeers.add(id, setup.address().accepts() ? 0 : setup.logon().heartbeatS());
            if (setup.address().accepts()) {
                accepted.add(id, session);
                silentPeers.startHeartbeatsAfterLogon(session);
            } else {
                connections.add(new SessionConnection(
                        setup, session, connector(Kind.of(setup), id, filters), threads, listener));
            }
        }
        setSessions(byId);
        acceptor = accepted.isEmpty() ? Optional.empty() : Optional.of(acceptor(sessions, filters));
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return work -> DaemonThread.of(prefix + number.incrementAndGet(), work);
    }

    private NioSocketConnector connector(Kind kind, SessionID member, Filters filters) throws ConfigError {
        NioSocketConnector existing = connectors.get(kind);
        if (existing != null) {
            return existing;
        }
        NioSocketConnector created = new NioSocketConnector(connecting, threads);
        set(created, member, filters.of(kind, timer, Optional.empty()));
        connectors.put(kind, created);
        return created;
    }

    private NioSocketAcceptor acceptor(List<SessionSetup> sessions, Filters filters) throws ConfigError {
        NioSocketAcceptor created = new NioSocketAcceptor(connecting, threads);
        boolean slow = sessions.stream().anyMatch(session -> session.readPause() != null);
        SessionSetup member = sessions.get(0); // the other settings are the same for all sessions
        Kind kind = new Kind(Optional.ofNullable(member.tls()), slow);
        set(created, EngineSettings.id(member), filters.of(kind, timer, Optional.of(accepted)));
        created.setReuseAddress(true);
        created.setBacklog(MAX_WAITING_CONNECTIONS);
        return created;
    }

    private void set(IoService service, SessionID member, IoFilterChainBuilder inFront) throws ConfigError {
        try {
            NetworkingOptions options = new NetworkingOptions(getSettings().getSessionProperties(member, true));
            options.apply(service);
            service.setHandler(new ConnectionHandler(options));
            service.setFilterChainBuilder(chain -> {
                chain.addLast(
                        FIXProtocolCodecFactory.FILTER_NAME, new ProtocolCodecFilter(new FIXProtocolCodecFactory()));
                inFront.buildFilterChain(chain);
            });
        } catch (FieldConvertError e) {
            throw new ConfigError(e);
        }
    }

    /**
     * Listens for applications and returns the address with the actual port. Refuses an address that cannot be bound.
     * Until {@link #start}, incoming connections are closed immediately.
     */
    Endpoint listen(Endpoint where) {
        NioSocketAcceptor listening = acceptor.orElseThrow();
        try {
            listening.bind(new InetSocketAddress(where.host(), where.port()));
            return new Endpoint(where.host(), listening.getLocalAddress().getPort());
        } catch (IOException | RuntimeException e) {
            throw Problem.of("accept")
                    .value(where)
                    .fault("cannot be bound: " + reason(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** Unwraps the system's error from MINA's. */
    private static String reason(Throwable failure) {
        return failure.getCause() instanceof IOException cause ? IoReason.of(cause) : Connections.failure(failure);
    }

    void unlisten() {
        acceptor.ifPresent(NioSocketAcceptor::unbind);
    }

    /** Makes a session log on or out immediately instead of within a second. Runs on QuickFIX/J's timer thread. */
    private void actNow(Session session) {
        getScheduledExecutorService().execute(() -> {
            try {
                session.next();
            } catch (IOException e) {
                throw new UncheckedIOException("the FIX session store failed", e);
            }
        });
    }

    /** Runs a short task asynchronously, on the thread that retries connections. No effect after {@link #stop}. */
    void later(Runnable work) {
        if (!timer.isShutdown()) {
            timer.execute(work);
        }
    }

    /** Logs a session out until {@link #up}. */
    void down(SessionID id) {
        accepted.down(id, true);
        session(id).logout(ClientApplication.ORDERED);
    }

    void up(SessionID id) {
        accepted.down(id, false);
        session(id).logon();
    }

    private Session session(SessionID id) {
        return Objects.requireNonNull(getSessionMap().get(id), "unknown session");
    }

    /** Connects all sessions, and reconnects them every second if needed. */
    @Override
    public void start() {
        polls = getScheduledExecutorService()
                .scheduleAtFixedRate(
                        () -> getManagedSessions().forEach(silentPeers::check), 0, POLL_MS, TimeUnit.MILLISECONDS);
        startSessionTimer();
        strategy.blockInThread();
        accepted.open(true);
        Future<?> ignored = timer.scheduleWithFixedDelay(this::connect, 0, RETRY_MS, TimeUnit.MILLISECONDS);
    }

    private void connect() {
        connections.forEach(SessionConnection::connectIfGone);
    }

    /** Ends all sessions, at once or after Logouts and their answers. Then closes connections and threads. */
    @Override
    public void stop(boolean atOnce) {
        connections.forEach(SessionConnection::stop);
        accepted.open(false);
        for (Session session : getManagedSessions()) {
            session.logout();
            actNow(session);
        }
        logoutAllSessions(atOnce);
        connectors.values().forEach(connector -> closeManagedSessionsAndDispose(connector, true, log));
        acceptor.ifPresent(listening -> closeManagedSessionsAndDispose(listening, true, log));
        stopSessionTimer();
        if (polls != null) {
            polls.cancel(false);
        }
        threads.dispose();
        strategy.stopHandlingMessages(true);
        timer.shutdownNow();
        connecting.shutdownNow();
        try {
            for (Session session : getManagedSessions()) {
                session.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the FIX session store failed", e);
        } finally {
            clearConnectorSessions();
        }
    }

    /** Links a session to its connection. Sends its messages, and passes received ones to QuickFIX/J's thread. */
    private final class ConnectionHandler extends AbstractIoHandler {
        ConnectionHandler(NetworkingOptions options) {
            super(options, strategy);
        }

        private static Session session(IoSession connection) {
            return (Session) connection.getAttribute(SessionConnector.QF_SESSION);
        }

        @Override
        public void sessionCreated(IoSession connection) throws Exception {
            super.sessionCreated(connection);
            Session session = session(connection);
            silentPeers.received(session);
            session.setResponder(new IoSessionResponder(connection, false, 0, session.getMaxScheduledWriteRequests()));
            actNow(session);
        }

        /**
         * Reports a Logon that cannot be parsed, because QuickFIX/J closes the connection and reports the cause only in its
         * log, which is off.
         */
        @Override
        public void messageReceived(IoSession connection, Object message) throws Exception {
            Session session = session(connection);
            silentPeers.received(session);
            String text = (String) message;
            if (MessageUtils.isLogon(text)) {
                try {
                    MessageUtils.parse(session, text);
                } catch (InvalidMessage unreadable) {
                    listener.notAccepted(
                            indexes.getOrDefault(session.getSessionID(), 0),
                            "garbled Logon (35=A): " + FixSession.withoutMessage(unreadable),
                            true);
                }
            }
            super.messageReceived(connection, message);
        }

        @Override
        protected void processMessage(IoSession connection, Message message) throws FieldNotFound {
            Session session = session(connection);
            if (message.getHeader().getString(MsgType.FIELD).equals(MsgType.LOGON)) {
                loggedOn(connection, session, message);
            }
            strategy.onMessage(session, message);
        }

        private void loggedOn(IoSession connection, Session session, Message logon) throws FieldNotFound {
            if (session.getSessionID().isFIXT() && logon.isSetField(DefaultApplVerID.FIELD)) {
                session.setTargetDefaultApplicationVersionID(new ApplVerID(logon.getString(DefaultApplVerID.FIELD)));
            }
            if (connection.isServer()) {
                silentPeers.setInterval(session, logon);
            }
        }

        /** Ignores a write after the other side has closed, because the disconnect is reported separately. */
        @Override
        public void exceptionCaught(IoSession connection, Throwable cause) throws Exception {
            if (!(cause instanceof WriteToClosedSessionException)) {
                super.exceptionCaught(connection, cause);
            }
        }
    }

    /** Logs out sessions whose counterparty is silent. QuickFIX/J would disconnect without a Logout. Any thread. */
    private static final class HeartbeatMonitor {
        private final Map<SessionID, SilenceMonitor> silences = new ConcurrentHashMap<>();

        /** @param heartbeatS interval of a session that connects; an accepting session takes it from the Logon */
        void add(SessionID id, int heartbeatS) {
            SilenceMonitor silence = new SilenceMonitor();
            silence.setInterval(heartbeatS);
            silences.put(id, silence);
        }

        /** Starts heartbeats after the answer to the Logon, because QuickFIX/J's timer would otherwise send one earlier. */
        void startHeartbeatsAfterLogon(Session session) {
            session.addStateListener(new SessionStateListener() {
                @Override
                public void onLogon() {
                    session.setHeartBeatInterval(of(session).intervalS());
                }
            });
        }

        private SilenceMonitor of(Session session) {
            return Objects.requireNonNull(silences.get(session.getSessionID()), "unknown session");
        }

        /** Notes that a connection was made or something was received. */
        void received(Session session) {
            of(session).received();
        }

        /** Adopts the heartbeat interval in the Logon of an application that connects. */
        void setInterval(Session session, Message logon) throws FieldNotFound {
            session.setHeartBeatInterval(0);
            of(session).setInterval(SilenceMonitor.interval(logon));
        }

        /** Ends the session if its counterparty has been silent for too long. */
        void check(Session session) {
            String reason = of(session).logOutIfTooLong(session);
            try {
                if (!reason.isEmpty()) {
                    session.disconnect(reason, false);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the FIX session store failed", e);
            }
        }
    }

    /**
     * Connection of one session. Connects without blocking, and again after a disconnect while the session is enabled.
     *
     * <p>{@link #connectIfGone} is for one thread. The result of an attempt arrives on another.
     */
    private static final class SessionConnection {
        private final SessionSetup setup;
        private final Session session;
        private final NioSocketConnector connector;
        private final IoThreads threads;
        private final EngineListener listener;
        private @Nullable ConnectFuture attempt;
        private volatile boolean stopped;

        SessionConnection(
                SessionSetup setup,
                Session session,
                NioSocketConnector connector,
                IoThreads threads,
                EngineListener listener) {
            this.setup = setup;
            this.session = session;
            this.connector = connector;
            this.threads = threads;
            this.listener = listener;
        }

        /** Starts to connect unless the session is connected, connecting or disabled. Resolves the host each time. */
        void connectIfGone() {
            if (stopped || !session.isEnabled() || isConnectedOrConnecting()) {
                return;
            }
            Endpoint endpoint = setup.address().endpoint();
            try {
                attempt = connector.connect(
                        new InetSocketAddress(endpoint.host(), endpoint.port()),
                        (connection, future) -> prepare(connection));
                attempt.addListener(this::outcome);
            } catch (RuntimeException e) {
                attempt = null;
                failed(e);
            }
        }

        private boolean isConnectedOrConnecting() {
            ConnectFuture last = attempt;
            if (last == null) {
                return false;
            }
            return !last.isDone() || (last.isConnected() && last.getSession().isConnected());
        }

        private void prepare(IoSession connection) {
            connection.setAttribute(SessionConnector.QF_SESSION, session);
            threads.assign(connection, setup.index());
        }

        private void outcome(IoFuture future) {
            Throwable failure = ((ConnectFuture) future).getException();
            if (failure != null) {
                failed(failure);
            }
        }

        private void failed(Throwable failure) {
            if (!stopped) {
                listener.unreachable(setup.index(), Connections.failure(failure));
            }
        }

        /** Stops connecting and reporting. */
        void stop() {
            stopped = true;
        }
    }
}
