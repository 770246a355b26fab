package org.ticktoquote.clients.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.ReadPause;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.config.Tls;
import org.ticktoquote.clients.tap.SessionTap;
import org.ticktoquote.core.audit.ConnectionFigures;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.Log;
import quickfix.LogFactory;
import quickfix.NoopStoreFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/**
 * All FIX sessions of the process, with the tap in front of each connection: one QuickFIX/J initiator for those without
 * TLS, and one for each different TLS configuration.
 *
 * <p>Each session has an I/O thread of its own, {@code fix-client-NN-io}; the one thread of its initiator sees only what the taps
 * let through. For one controlling thread.
 */
public final class Engine {
    /** Connecting waits, so a few threads make 25 logons one quick burst. */
    private static final int RECONNECT_THREADS = 4;

    private final List<SessionSetup> sessions;
    private final List<SocketInitiator> initiators = new ArrayList<>();
    private final Connections connections;

    /**
     * Sessions that do not connect yet.
     *
     * @param taps one a session, in the order of the sessions
     * @throws Refusal when QuickFIX/J does not accept the configuration, or a TLS store cannot be read
     */
    public Engine(ClientsSetup setup, List<SessionTap> taps, EngineListener listener, NanoClock clock) {
        this.sessions = setup.sessions();
        this.connections = new Connections(sessions.stream()
                .filter(session -> session.readPause() != null)
                .map(SessionSetup::index)
                .collect(Collectors.toSet()));
        Map<Optional<Tls>, List<SessionSetup>> byTls =
                sessions.stream().collect(Collectors.groupingBy(session -> Optional.ofNullable(session.tls())));
        byTls.forEach((tls, members) -> {
            Map<SessionID, SessionTap> own = new HashMap<>();
            members.forEach(session -> own.put(EngineSettings.id(session), taps.get(session.index())));
            Map<SessionID, ReadPause> pauses = new HashMap<>();
            for (SessionSetup session : members) {
                if (session.readPause() != null) {
                    pauses.put(EngineSettings.id(session), session.readPause());
                }
            }
            SocketInitiator initiator = initiator(members, setup.forwardSnapshots(), listener);
            initiator.setIoFilterChainBuilder(
                    new FilterChain(own, pauses, connections, clock, tls.orElse(null), listener));
            initiators.add(initiator);
        });
    }

    /** Reads every TLS store of the sessions once; refuses one that cannot be read. */
    public static void checkStores(ClientsSetup setup) {
        setup.sessions().stream()
                .map(SessionSetup::tls)
                .filter(Objects::nonNull)
                .distinct()
                .forEach(TlsFilter::context);
    }

    private static SocketInitiator initiator(
            List<SessionSetup> sessions, boolean forwardSnapshots, EngineListener listener) {
        SessionSettings settings = new SessionSettings();
        Map<SessionID, SessionSetup> byId = new HashMap<>();
        for (SessionSetup session : sessions) {
            EngineSettings.add(settings, session, forwardSnapshots);
            byId.put(EngineSettings.id(session), session);
        }
        try {
            return SocketInitiator.newBuilder()
                    .withReconnectThreads(Math.min(RECONNECT_THREADS, sessions.size()))
                    .withApplication(new ClientApplication(byId, listener))
                    .withSettings(settings)
                    .withMessageStoreFactory(new NoopStoreFactory())
                    .withMessageFactory(new DefaultMessageFactory())
                    .withLogFactory(silence())
                    .build();
        } catch (ConfigError e) {
            throw refusal(e);
        }
    }

    private static Refusal refusal(ConfigError e) {
        return Problem.ofFault("QuickFIX/J refuses the sessions: " + e.getMessage())
                .refusal(e);
    }

    /** QuickFIX/J logs whole messages, Logons with their passwords included. */
    private static LogFactory silence() {
        Log silent = new SilentLog();
        return id -> silent;
    }

    /** Connects all sessions; those that cannot try again every second. */
    public void connect() {
        try {
            for (SocketInitiator initiator : initiators) {
                initiator.start();
            }
        } catch (ConfigError e) {
            throw refusal(e);
        }
    }

    /** Logs a session out until {@link #up}. */
    public void down(int session) {
        quickfixSession(session).logout(ClientApplication.ORDERED);
    }

    /** Lets a session log on again. */
    public void up(int session) {
        quickfixSession(session).logon();
    }

    private Session quickfixSession(int session) {
        return Objects.requireNonNull(
                Session.lookupSession(EngineSettings.id(sessions.get(session))), "a session that was connected");
    }

    /** Names the threads that came to be. */
    public void nameThreads() {
        ThreadNames.apply();
    }

    /** What the kernel knows of each session's newest connection; for one thread. */
    public List<ConnectionFigures> connections() {
        return connections.figures();
    }

    /** Ends all sessions: with a Logout and its answer, or at once. */
    public void stop(boolean atOnce) {
        initiators.forEach(initiator -> initiator.stop(atOnce));
    }
}
