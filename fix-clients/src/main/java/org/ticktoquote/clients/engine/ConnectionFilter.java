package org.ticktoquote.clients.engine;

import java.net.InetSocketAddress;
import java.util.function.ToIntFunction;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.mina.SessionConnector;

/** Notes which connection is which session's; it sees no data. */
final class ConnectionFilter extends IoFilterAdapter {
    private final Connections connections;
    private final ToIntFunction<SessionID> sessions;

    ConnectionFilter(Connections connections, ToIntFunction<SessionID> sessions) {
        this.connections = connections;
        this.sessions = sessions;
    }

    @Override
    public void sessionOpened(NextFilter next, IoSession connection) {
        if (connection.getLocalAddress() instanceof InetSocketAddress local
                && connection.getRemoteAddress() instanceof InetSocketAddress remote) {
            SessionID id = ((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID();
            connections.opened(sessions.applyAsInt(id), local, remote);
        }
        next.sessionOpened(connection);
    }
}
