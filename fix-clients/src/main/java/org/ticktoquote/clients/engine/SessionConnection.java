package org.ticktoquote.clients.engine;

import java.net.InetSocketAddress;
import org.apache.mina.core.future.ConnectFuture;
import org.apache.mina.core.future.IoFuture;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.transport.socket.nio.NioSocketConnector;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.core.net.Endpoint;
import quickfix.Session;
import quickfix.mina.SessionConnector;

/**
 * Connection of one session. Connects without blocking, and again after a disconnect while the session is enabled.
 *
 * <p>{@link #connectIfGone} is for one thread. The result of an attempt arrives on another.
 */
final class SessionConnection {
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
            listener.unreachable(setup.index(), ConnectFailure.text(failure));
        }
    }

    /** Stops connecting and reporting. */
    void stop() {
        stopped = true;
    }
}
