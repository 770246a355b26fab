package org.ticktoquote.clients.engine;

import java.util.function.Consumer;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteToClosedSessionException;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.Session;
import quickfix.field.ApplVerID;
import quickfix.field.DefaultApplVerID;
import quickfix.field.MsgType;
import quickfix.mina.AbstractIoHandler;
import quickfix.mina.EventHandlingStrategy;
import quickfix.mina.IoSessionResponder;
import quickfix.mina.NetworkingOptions;
import quickfix.mina.SessionConnector;

/** Joins a connection to its session: what is sent goes out there, and what arrived goes to QuickFIX/J's thread. */
final class ConnectionHandler extends AbstractIoHandler {
    private final EventHandlingStrategy strategy;
    private final Consumer<Session> connected;

    /** @param connected is told of a session as soon as it can send */
    ConnectionHandler(NetworkingOptions options, EventHandlingStrategy strategy, Consumer<Session> connected) {
        super(options, strategy);
        this.strategy = strategy;
        this.connected = connected;
    }

    private static Session session(IoSession connection) {
        return (Session) connection.getAttribute(SessionConnector.QF_SESSION);
    }

    @Override
    public void sessionCreated(IoSession connection) throws Exception {
        super.sessionCreated(connection);
        Session session = session(connection);
        session.setResponder(new IoSessionResponder(connection, false, 0, session.getMaxScheduledWriteRequests()));
        connected.accept(session);
    }

    @Override
    protected void processMessage(IoSession connection, Message message) throws FieldNotFound {
        Session session = session(connection);
        boolean logon = message.getHeader().getString(MsgType.FIELD).equals(MsgType.LOGON);
        if (logon && session.getSessionID().isFIXT() && message.isSetField(DefaultApplVerID.FIELD)) {
            session.setTargetDefaultApplicationVersionID(new ApplVerID(message.getString(DefaultApplVerID.FIELD)));
        }
        strategy.onMessage(session, message);
    }

    /** What is written when the other side has just closed is lost with the connection, whose end is told by itself. */
    @Override
    public void exceptionCaught(IoSession connection, Throwable cause) throws Exception {
        if (!(cause instanceof WriteToClosedSessionException)) {
            super.exceptionCaught(connection, cause);
        }
    }
}
