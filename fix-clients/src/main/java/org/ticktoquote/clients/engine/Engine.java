package org.ticktoquote.clients.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.tap.SessionTap;
import org.ticktoquote.core.command.ExitStatus;
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
import quickfix.mina.ssl.SSLSupport;

/**
 * All FIX sessions of the process, in one QuickFIX/J initiator with the tap in front of each connection.
 *
 * <p>Each session has an I/O thread of its own, {@code fix-client-NN-io}; the engine's one thread sees only what the taps
 * let through. For one controlling thread.
 */
public final class Engine {
    private static final String STAMP = "stamp";
    private static final String TAP = "tap";
    /** Connecting waits, so a few threads make 25 logons one quick burst. */
    private static final int RECONNECT_THREADS = 4;

    private final Map<SessionID, SessionTap> taps = new HashMap<>();
    private final List<SessionSetup> sessions;
    private final NanoClock clock;
    private final SocketInitiator initiator;

    /**
     * Sessions that do not connect yet.
     *
     * @param taps one a session, in the order of the sessions
     * @throws Refusal when QuickFIX/J does not accept the configuration
     */
    public Engine(ClientsSetup setup, List<SessionTap> taps, EngineListener listener, NanoClock clock) {
        this.sessions = setup.sessions();
        this.clock = clock;
        SessionSettings settings = new SessionSettings();
        Map<SessionID, SessionSetup> byId = new HashMap<>();
        for (SessionSetup session : sessions) {
            EngineSettings.add(settings, session, setup.forwardSnapshots());
            byId.put(EngineSettings.id(session), session);
            this.taps.put(EngineSettings.id(session), taps.get(session.index()));
        }
        try {
            initiator = SocketInitiator.newBuilder()
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
        initiator.setIoFilterChainBuilder(this::putFiltersInFront);
    }

    private static Refusal refusal(ConfigError e) {
        return new Refusal(ExitStatus.USAGE, "QuickFIX/J refuses the sessions: " + e.getMessage(), e);
    }

    /** QuickFIX/J logs whole messages, Logons with their passwords included. */
    private static LogFactory silence() {
        Log silent = new SilentLog();
        return id -> silent;
    }

    private void putFiltersInFront(IoFilterChain chain) {
        ReadStamp stamp = new ReadStamp(clock);
        chain.addFirst(STAMP, stamp);
        String last = chain.contains(SSLSupport.FILTER_NAME) ? SSLSupport.FILTER_NAME : STAMP;
        chain.addAfter(last, TAP, new TapFilter(stamp, id -> Objects.requireNonNull(taps.get(id))));
    }

    /** Connects all sessions; those that cannot try again every second. */
    public void connect() {
        try {
            initiator.start();
        } catch (ConfigError e) {
            throw refusal(e);
        }
    }

    /** Logs a session out until {@link #up}. */
    public void down(int session) {
        quickfixSession(session).logout("ordered down");
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

    /** Ends all sessions: with a Logout and its answer, or at once. */
    public void stop(boolean atOnce) {
        initiator.stop(atOnce);
    }
}
