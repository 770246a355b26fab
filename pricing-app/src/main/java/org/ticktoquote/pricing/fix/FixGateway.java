package org.ticktoquote.pricing.fix;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.pricing.dialect.PriceEncoder;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.publish.ClientSessions;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.DefaultSessionFactory;
import quickfix.LogFactory;
import quickfix.NoopStoreFactory;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;

/**
 * The FIX sessions, and where their connections come from; sends from any thread, but not before {@link #start} has returned.
 *
 * <p>Sessions, logons and heartbeats are QuickFIX/J's; connections and prices are not. A slow session holds up nobody: its
 * messages wait in a queue of its own, and beyond {@code --max-queued} it is cut off. Nothing is stored: a client that asks
 * for a resend gets a gap fill, one that logs on again begins at 1 unless the dialect's numbers go on.
 */
public final class FixGateway implements ClientSessions, RequestDesk.Answers, AutoCloseable {
    private static final long END_LIMIT_MS = 500;
    private static final long LOGON_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final FixSettings settings;
    private final NanoClock clock;
    private final Logons logons;
    private final List<SessionLink> sessions = new ArrayList<>();
    private @Nullable FixServer server;
    private @Nullable Thread thread;

    public FixGateway(FixSettings settings, NanoClock clock) {
        this.settings = settings;
        this.clock = clock;
        this.logons = new Logons(settings.sessions());
    }

    /** The component that judges this gateway's requests. */
    public RequestDesk desk(InstrumentDirectory instruments, Inlet<SubscriptionChange> changes) {
        return new RequestDesk(settings.dialect(), instruments, this, changes);
    }

    /**
     * Listens, or begins to connect, and passes on what sessions ask for.
     *
     * @return the port; 0 where it connects
     */
    public int start(Inlet<GatewayEvent> desk, Thread.UncaughtExceptionHandler onFailure) {
        try {
            Map<SessionID, Integer> indexes = new HashMap<>();
            for (int session = 0; session < settings.sessions(); session++) {
                indexes.put(settings.sessionId(session), session);
            }
            FixCallbacks callbacks = new FixCallbacks(settings.dialect(), indexes, logons, clock);
            Map<SessionID, SessionLink> links = links(callbacks);
            InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
            FixServer started = new FixServer(
                    new FixServer.Entrance(address, settings.connect()),
                    settings.mostQueued(),
                    LOGON_LIMIT_NS,
                    links,
                    () -> callbacks.handOver(desk));
            server = started;
            thread = start(started, onFailure);
            return started.port();
        } catch (ConfigError | IOException | RuntimeError e) {
            throw Problem.ofFault("FIX port " + settings.host() + ":" + settings.port() + ": cannot be opened: "
                            + rootCause(e))
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static Thread start(FixServer server, Thread.UncaughtExceptionHandler onFailure) {
        Thread thread = new Thread(server, "pricing-fix-io");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(onFailure);
        thread.start();
        return thread;
    }

    private Map<SessionID, SessionLink> links(FixCallbacks callbacks) throws ConfigError {
        // no log at all: writing one would be on the path that is measured
        LogFactory silence = new CompositeLogFactory(new LogFactory[0]);
        SessionFactory factory =
                new DefaultSessionFactory(callbacks, new NoopStoreFactory(), silence, new DefaultMessageFactory());
        SessionSettings quickFix = settings.quickFix();
        Function<SessionID, PriceEncoder> encoders =
                settings.dialect().encoders(settings.version(), settings.echoTag());
        Map<SessionID, SessionLink> links = new HashMap<>();
        for (int session = 0; session < settings.sessions(); session++) {
            SessionID id = settings.sessionId(session);
            PriceEncoder encoder = encoders.apply(id);
            Session own = factory.create(id, quickFix);
            SessionLink link = new SessionLink(own, settings.heartbeatS(), session, logons, encoder, clock);
            sessions.add(link);
            links.put(id, link);
        }
        return links;
    }

    private static String rootCause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return IoReason.of(cause);
    }

    @Override
    public int count() {
        return settings.sessions();
    }

    @Override
    public int logon(int session) {
        return logons.present(session);
    }

    @Override
    public @Nullable Sent send(List<Quote> quotes) {
        return sessions.get(quotes.get(0).session()).send(quotes);
    }

    @Override
    public void refuse(int session, String requestId, String text) {
        refuse(session, requestId, new RequestReject(RequestReject.NO_REASON, text));
    }

    @Override
    public void refuse(int session, String requestId, RequestReject refused) {
        sessions.get(session).send(settings.dialect().refusal(settings.version(), requestId, refused));
    }

    @Override
    public void disconnect(int session, String reason) {
        sessions.get(session).cut();
    }

    /** Logs the sessions out and closes the port. */
    @Override
    public void close() {
        FixServer running = server;
        Thread serving = thread;
        if (running == null || serving == null) {
            return;
        }
        running.stop();
        try {
            serving.join(END_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        serving.interrupt();
    }
}
