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
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SocketAcceptor;
import quickfix.field.MsgSeqNum;

/**
 * The FIX acceptor and its sessions.
 *
 * <p>A slow session holds up nobody: its messages wait in a queue of its own, and beyond {@code --max-queued} it is cut
 * off. Nothing is stored: a client that asks for a resend gets a gap fill, one that logs on again begins at 1.
 */
public final class FixGateway implements ClientSessions, RequestDesk.Answers, AutoCloseable {
    private final FixSettings settings;
    private final Messages messages;
    private final OutStamp outStamp;
    private final FixCallbacks callbacks;
    private final SocketAcceptor acceptor;
    private final List<Session> sessions = new ArrayList<>();

    /** Creates the sessions and does not listen yet. */
    public FixGateway(FixSettings settings, Inlet<GatewayEvent> gateway, NanoClock clock) {
        this.settings = settings;
        this.messages = new Messages(settings.echoTag());
        this.outStamp = new OutStamp(clock);
        Map<SessionID, Integer> indexes = new HashMap<>();
        for (int session = 0; session < settings.sessions(); session++) {
            indexes.put(settings.sessionId(session), session);
        }
        this.callbacks = new FixCallbacks(indexes, gateway, clock);
        try {
            this.acceptor = new SocketAcceptor(
                    callbacks,
                    new NoopStoreFactory(),
                    settings.quickFix(),
                    new QuietLogs(),
                    new DefaultMessageFactory());
        } catch (ConfigError e) {
            throw new IllegalStateException("settings that QuickFIX/J refuses", e);
        }
        acceptor.setIoFilterChainBuilder(chain -> chain.addFirst("out-stamp", outStamp));
    }

    /** The component that judges this gateway's requests. */
    public RequestDesk desk(InstrumentDirectory instruments, Inlet<SubscriptionChange> changes) {
        return new RequestDesk(instruments, this, changes);
    }

    /** Listens; returns the port. */
    public int start() {
        try {
            acceptor.start();
        } catch (ConfigError | RuntimeException e) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT,
                    "FIX port " + settings.host() + ":" + settings.port() + ": cannot be opened: " + rootCause(e),
                    e);
        }
        for (int session = 0; session < settings.sessions(); session++) {
            sessions.add(Session.lookupSession(settings.sessionId(session)));
        }
        FixThreadNames.nameAll();
        SocketAddress bound = acceptor.getEndpoints().iterator().next().getLocalAddress();
        return ((InetSocketAddress) bound).getPort();
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
        return callbacks.logon(session);
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
        acceptor.stop(true);
    }
}
