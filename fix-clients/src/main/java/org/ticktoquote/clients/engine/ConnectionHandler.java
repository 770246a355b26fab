package org.ticktoquote.clients.engine;

import org.apache.mina.core.session.IoSession;
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

    ConnectionHandler(NetworkingOptions options, EventHandlingStrategy strategy) {
        super(options, strategy);
        this.strategy = strategy;
    }

    private static Session session(IoSession connection) {
        return (Session) connection.getAttribute(SessionConnector.QF_SESSION);
    }

    @Override
    public void sessionCreated(IoSession connection) throws Exception {
        super.sessionCreated(connection);
        Session session = session(connection);
        session.setResponder(new IoSessionResponder(connection, false, 0, session.getMaxScheduledWriteRequests()));
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
}
