package org.ticktoquote.pricing.fix;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.publish.ClientSessions;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.SubscriptionChange;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.NoopStoreFactory;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SocketAcceptor;
import quickfix.field.MsgSeqNum;

/**
 * The FIX acceptor and its sessions; sends from any thread, but not before {@link #start} has returned.
 *
 * <p>A slow session holds up nobody: its messages wait in a queue of its own, and beyond {@code --max-queued} it is cut
 * off. Nothing is stored: a client that asks for a resend gets a gap fill, one that logs on again begins at 1.
 */
public final class FixGateway implements ClientSessions, RequestDesk.Answers, AutoCloseable {
    private final FixSettings settings;
    private final Messages messages;
    private final OutStamp outStamp;
    private final NanoClock clock;
    private final Logons logons;
    private final List<Session> sessions = new ArrayList<>();
    private @Nullable SocketAcceptor acceptor;

    public FixGateway(FixSettings settings, NanoClock clock) {
        this.settings = settings;
        this.clock = clock;
        this.messages = new Messages(settings.echoTag());
        this.outStamp = new OutStamp(clock);
        this.logons = new Logons(settings.sessions());
    }

    /** The component that judges this gateway's requests. */
    public RequestDesk desk(InstrumentDirectory instruments, Inlet<SubscriptionChange> changes) {
        return new RequestDesk(instruments, this, changes);
    }

    /**
     * Listens, and passes on what sessions ask for.
     *
     * @return the port
     */
    public int start(Inlet<GatewayEvent> desk) {
        try {
            SocketAcceptor started = acceptor(desk);
            acceptor = started;
            started.start();
            for (int session = 0; session < settings.sessions(); session++) {
                sessions.add(Session.lookupSession(settings.sessionId(session)));
            }
            FixThreadNames.nameAll();
            SocketAddress bound = started.getEndpoints().iterator().next().getLocalAddress();
            return ((InetSocketAddress) bound).getPort();
        } catch (ConfigError | RuntimeError e) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT,
                    "FIX port " + settings.host() + ":" + settings.port() + ": cannot be opened: " + rootCause(e),
                    e);
        }
    }

    private SocketAcceptor acceptor(Inlet<GatewayEvent> desk) throws ConfigError {
        Map<SessionID, Integer> indexes = new HashMap<>();
        for (int session = 0; session < settings.sessions(); session++) {
            indexes.put(settings.sessionId(session), session);
        }
        SocketAcceptor created = new SocketAcceptor(
                new FixCallbacks(indexes, logons, desk, clock),
                new NoopStoreFactory(),
                settings.quickFix(),
                new QuietLogs(),
                new DefaultMessageFactory());
        created.setIoFilterChainBuilder(chain -> chain.addFirst("out-stamp", outStamp));
        return created;
    }

    private static String rootCause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
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
    public @Nullable Sent send(Quote quote) {
        Session session = sessions.get(quote.session());
        if (!session.isLoggedOn()) {
            return null;
        }
        Message message = messages.snapshot(quote);
        outStamp.clear();
        if (!session.send(message) || !outStamp.set()) {
            return null;
        }
        try {
            return new Sent(outStamp.ns(), message.getHeader().getInt(MsgSeqNum.FIELD));
        } catch (FieldNotFound e) {
            throw new IllegalStateException("a message was sent without a number", e);
        }
    }

    @Override
    public void refuse(int session, String requestId, String text) {
        refuse(session, requestId, new Refused(Refused.NO_REASON, text));
    }

    @Override
    public void refuse(int session, String requestId, Refused refused) {
        sessions.get(session).send(Messages.reject(requestId, refused));
    }

    @Override
    public void disconnect(int session, String reason) {
        try {
            sessions.get(session).disconnect(reason, false);
        } catch (IOException e) {
            throw new IllegalStateException("a session without a store had trouble with it", e);
        }
    }

    /** Logs the sessions out and closes the port. */
    @Override
    public void close() {
        if (acceptor != null) {
            acceptor.stop(true);
        }
    }
}
