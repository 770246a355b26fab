package org.ticktoquote.clients.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.config.SessionSetup.ReadPause;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.fix.tap.SessionTap;
import quickfix.ConfigError;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;

/**
 * Runs all FIX sessions of the process on a few I/O threads, with a tap in front of each connection.
 *
 * <p>The I/O threads are {@code clients-io-NN}. QuickFIX/J's one thread sees only the messages that the taps forward. For
 * one controlling thread.
 */
public final class Engine {
    private static final Map<Pattern, String> THREAD_NAMES = Map.of(
            Pattern.compile("QFJ Message Processor.*"), "fix-clients-engine",
            Pattern.compile("QFJ Timer.*"), "fix-clients-timer");

    private final List<SessionSetup> sessions;
    private final ClientApplication application;
    private final SharedConnector connector;
    private final Connections connections;
    private final Optional<Endpoint> where;

    /**
     * Creates sessions that do not connect yet.
     *
     * @param taps one per session, in the order of the sessions
     * @param trace receives every message
     * @throws ProblemException if QuickFIX/J rejects the configuration, or a TLS store cannot be read
     */
    public Engine(
            ClientsSetup setup,
            List<SessionTap> taps,
            EngineListener listener,
            NanoClock clock,
            Optional<MessageTrace> trace) {
        this.sessions = setup.sessions();
        this.where = setup.accepts();
        Map<SessionID, SessionTap> own = new HashMap<>();
        Map<SessionID, ReadPause> pauses = new HashMap<>();
        Set<Integer> slowOnPurpose = new HashSet<>();
        for (SessionSetup session : sessions) {
            own.put(EngineSettings.id(session), taps.get(session.index()));
            if (session.readPause() != null) {
                pauses.put(EngineSettings.id(session), session.readPause());
                slowOnPurpose.add(session.index());
            }
        }
        this.connections = new Connections(slowOnPurpose);
        this.application = new ClientApplication(
                sessions.stream().collect(Collectors.toMap(EngineSettings::id, session -> session)),
                index -> taps.get(index).requests(),
                listener,
                this::later);
        this.connector = connector(
                setup,
                application,
                (kind, timer, accepted) -> new FilterChain(
                        own,
                        kind.slow() ? pauses : Map.of(),
                        timer,
                        connections,
                        clock,
                        kind.tls().orElse(null),
                        accepted,
                        trace,
                        listener),
                listener);
    }

    private static SharedConnector connector(
            ClientsSetup setup,
            ClientApplication application,
            SharedConnector.Filters filters,
            EngineListener listener) {
        SessionSettings settings = new SessionSettings();
        setup.sessions().forEach(session -> EngineSettings.add(settings, session, setup.forwardSnapshots()));
        SessionFactory factory = FixSession.factory(application, EngineSettings.stores(settings));
        try {
            return new SharedConnector(
                    setup.sessions(), settings, factory, filters, new IoThreads(setup.ioThreads()), listener);
        } catch (ConfigError e) {
            throw refusal(e);
        }
    }

    private static ProblemException refusal(ConfigError e) {
        return Problem.ofFault("QuickFIX/J rejects the settings of the sessions: " + e.getMessage())
                .exception(e);
    }

    private void later(Runnable work) {
        connector.later(work);
    }

    /** Listens for applications. Returns the address with the actual port; empty if the sessions connect. */
    public Optional<Endpoint> listen() {
        return where.map(connector::listen);
    }

    public void unlisten() {
        connector.unlisten();
    }

    /** Connects all sessions and retries failed connections every second. */
    public void connect() {
        connector.start();
    }

    /** Logs a session out until {@link #up}. */
    public void down(int session) {
        connector.down(EngineSettings.id(sessions.get(session)));
    }

    /**
     * Requests snapshots of all pairs of a session, in new subscriptions. No effect while it is logged out, because every
     * logon subscribes.
     */
    public void resubscribe(int session) {
        application.resubscribe(EngineSettings.id(sessions.get(session)));
    }

    public void up(int session) {
        connector.up(EngineSettings.id(sessions.get(session)));
    }

    /** Renames QuickFIX/J's threads in the calling thread's group. */
    public void nameThreads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            rename(threads[i]);
        }
    }

    private static void rename(Thread thread) {
        THREAD_NAMES.forEach((pattern, role) -> {
            Matcher matcher = pattern.matcher(thread.getName());
            if (matcher.matches()) {
                thread.setName(matcher.replaceFirst(role));
            }
        });
    }

    /** Returns the kernel's figures of each session's current connection. For one thread. */
    public List<ConnectionCounters> connections() {
        return connections.figures();
    }

    /** Ends all sessions, at once or after Logouts and their answers. */
    public void stop(boolean atOnce) {
        connector.stop(atOnce);
    }
}
