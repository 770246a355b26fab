package org.ticktoquote.clients.engine;

import java.net.InetSocketAddress;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLException;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.mina.SessionConnector;

/** Notes which connection is which session's, and why one breaks off; it sees no data. */
final class ConnectionFilter extends IoFilterAdapter {
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
            listener.notAccepted(session(connection), ConnectFailure.text(cause));
        }
        next.exceptionCaught(connection, cause);
    }

    private int session(IoSession connection) {
        SessionID id = ((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID();
        return sessions.applyAsInt(id);
    }
}
