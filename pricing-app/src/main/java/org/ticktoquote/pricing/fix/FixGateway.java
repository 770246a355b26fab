package org.ticktoquote.pricing.fix;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.fix.session.FixConnection;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.fix.session.FixTransport;
import org.ticktoquote.pricing.dialect.PriceEncoder;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.publish.ClientSessions;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.NoopStoreFactory;
import quickfix.RuntimeError;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.MsgType;

/**
 * FIX sessions and their connections. Any thread can send after {@link #start} has returned.
 *
 * <p>QuickFIX/J handles sessions, logons and heartbeats. This package handles connections and prices. A slow session does
 * not delay others. Its messages wait in its own queue, and beyond {@code --max-queued} it is disconnected. Messages are not
 * stored. A resend request is answered with a gap fill, and a new logon starts at 1 unless the dialect's sequence numbers
 * continue.
 */
public final class FixGateway implements ClientSessions, AutoCloseable {
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final FixSettings settings;
    private final NanoClock clock;
    private final Queue<Consumer<RequestHandler>> events = new ConcurrentLinkedQueue<>();
    private final List<ClientSession> sessions = new ArrayList<>();
    private @Nullable FixTransport transport;

    public FixGateway(FixSettings settings, NanoClock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Returns the input of the component that handles this gateway's requests. */
    public Input<Consumer<RequestHandler>> requestHandler(
            InstrumentDirectory instruments, Input<SubscriptionChange> changes) {
        RequestHandler handler = new RequestHandler(settings.dialect(), instruments, this, changes);
        return event -> event.accept(handler);
    }

    /**
     * Listens, or starts to connect, and passes on the requests of sessions.
     *
     * @return the port; 0 if it connects
     */
    public int start(Input<Consumer<RequestHandler>> requestHandler, Thread.UncaughtExceptionHandler onFailure) {
        try {
            Function<SessionID, PriceEncoder> encoders =
                    settings.dialect().encoders(settings.version(), settings.echoTag());
            for (int session = 0; session < settings.sessions(); session++) {
                PriceEncoder encoder = encoders.apply(settings.sessionId(session));
                sessions.add(new ClientSession(session, settings, encoder, clock, events));
            }
            FixTransport opened = new FixTransport(
                    new FixTransport.Limits(
                            FixTransport.Limits.LOGON_NS, settings.mostQueued(), Integer.MAX_VALUE, true),
                    () -> handOver(requestHandler));
            transport = opened;
            int port = open(opened);
            opened.start("pricing-fix-io", onFailure);
            return port;
        } catch (ConfigError | IOException | RuntimeError e) {
            throw Problem.ofFault("FIX port " + settings.host() + ":" + settings.port() + ": cannot be opened: "
                            + rootCause(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private int open(FixTransport opened) throws IOException {
        FixTransport.SessionGroup clients = new FixTransport.SessionGroup(
                sessions.stream().map(ClientSession::session).toList(), null, FixTransport.Listener.NONE);
        Endpoint there = settings.connect();
        if (there != null) {
            opened.connect(there, RETRY_NS, clients);
            return 0;
        }
        return opened.listen(new InetSocketAddress(settings.host(), settings.port()), clients);
    }

    /** Passes on events in order. Callers must not hold a session's lock, because a full queue blocks them. */
    private void handOver(Input<Consumer<RequestHandler>> requestHandler) {
        for (Consumer<RequestHandler> next = events.poll(); next != null; next = events.poll()) {
            requestHandler.put(next);
        }
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
        return sessions.get(session).logon();
    }

    @Override
    public @Nullable Sent send(List<Quote> quotes) {
        return sessions.get(quotes.get(0).session()).send(quotes);
    }

    @Override
    public void refuse(int session, String requestId, RequestReject refused) {
        sessions.get(session).session().send(settings.dialect().refusal(settings.version(), requestId, refused));
    }

    @Override
    public void disconnect(int session, String reason) {
        sessions.get(session).session().disconnect();
    }

    /** Logs the sessions out and closes the port. */
    @Override
    public void close() {
        if (transport != null) {
            transport.close();
        }
    }

    /**
     * Session of one client. Numbers its logons, so that quotes for one logon never reach the next. Passes on requests and sends
     * quotes. Safe for any thread.
     */
    private static final class ClientSession extends ApplicationAdapter implements FixSession.Handler {
        private final int index;
        private final FixSettings settings;
        private final PriceEncoder encoder;
        private final NanoClock clock;
        private final Queue<Consumer<RequestHandler>> events;
        private final FixSession session;
        private int logons;
        private volatile int present;

        /** @param events unbounded queue to the gateway's thread, because this class must not wait for it */
        ClientSession(
                int index,
                FixSettings settings,
                PriceEncoder encoder,
                NanoClock clock,
                Queue<Consumer<RequestHandler>> events)
                throws ConfigError {
            this.index = index;
            this.settings = settings;
            this.encoder = encoder;
            this.clock = clock;
            this.events = events;
            this.session = new FixSession(
                    settings.sessionId(index),
                    settings.quickFix(index),
                    new NoopStoreFactory(),
                    this,
                    new ReentrantLock());
        }

        FixSession session() {
            return session;
        }

        /** Returns the number of the current logon, from 1; 0 if not logged on. */
        int logon() {
            return present;
        }

        @Override
        public void onLogon(SessionID id) {
            present = ++logons;
            if (settings.dialect().isUnsolicited()) {
                int logon = present;
                events.add(handler -> handler.loggedOn(index, logon));
            }
        }

        @Override
        public void onLogout(SessionID id) {
            if (present != 0) {
                present = 0;
                events.add(handler -> handler.loggedOff(index));
            }
        }

        @Override
        public void fromApp(Message message, SessionID id) throws FieldNotFound, UnsupportedMessageType {
            if (!settings.dialect().understands(message.getHeader().getString(MsgType.FIELD))) {
                throw new UnsupportedMessageType();
            }
            int logon = present;
            long receivedNs = clock.nanoTime();
            MarketDataRequest request = MarketDataRequest.read(message.toRawString());
            events.add(handler -> handler.request(index, logon, receivedNs, request));
        }

        /**
         * Sends prices with one write.
         *
         * @return null if the session is not logged on, has a different logon than the prices, or has lost its connection
         */
        ClientSessions.@Nullable Sent send(List<Quote> quotes) {
            session.lock().lock();
            try {
                FixConnection connection = session.established();
                boolean sameLogon = present == quotes.get(0).subscription().logon();
                if (connection == null || connection.isClosed() || !sameLogon) {
                    return null;
                }
                long first = session.takeNumbers(quotes.size());
                long nowMs = System.currentTimeMillis();
                for (int i = 0; i < quotes.size(); i++) {
                    encoder.append(connection.buffer(), quotes.get(i), first + i, nowMs);
                }
                long outNs = clock.nanoTime();
                connection.flush();
                return new ClientSessions.Sent(outNs, first);
            } finally {
                session.lock().unlock();
            }
        }
    }
}
