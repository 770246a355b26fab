package org.ticktoquote.clients.engine;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IdleStatus;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.DefaultWriteRequest;
import org.apache.mina.core.write.WriteRequest;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.engine.AcceptedSessions.Accepted;
import org.ticktoquote.fix.message.FirstMessage;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.SessionID;
import quickfix.field.BeginString;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.SenderCompID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;
import quickfix.field.Text;
import quickfix.mina.SessionConnector;

/**
 * Finds the session of a connection from an application. Filters after this one see the connection once its Logon is
 * complete and its session is free. They never see a refused connection.
 *
 * <p>One per connection, for its I/O thread. Until the connection is accepted or refused, MINA sends an idle event for every
 * second without traffic. Waits 10 s for a Logon. If the session still has its previous connection, tries again at three
 * idle events.
 */
final class LogonFilter extends IoFilterAdapter {
    static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private static final int MAX_POLLS = 3;

    private final AcceptedSessions sessions;
    private final NanoClock clock;
    private final FirstMessage first;
    private State state = State.UNIDENTIFIED;
    private long beganNs;
    private boolean opened;
    private int polls;
    private @Nullable Accepted accepted;

    private enum State {
        /** The first message is incomplete. */
        UNIDENTIFIED,
        /** The session is known but still has another connection. */
        WAITING,
        /** The connection belongs to its session. */
        TAKEN,
        /** The connection was refused or has ended. */
        REFUSED
    }

    LogonFilter(AcceptedSessions sessions, NanoClock clock) {
        this.sessions = sessions;
        this.clock = clock;
        this.first = new FirstMessage(sessions.beginStrings());
    }

    @Override
    public void sessionCreated(NextFilter next, IoSession connection) {
        beganNs = clock.nanoTime();
        if (sessions.admit()) {
            connection.getConfig().setBothIdleTime(1);
        } else {
            state = State.REFUSED;
            connection.closeNow();
        }
    }

    @Override
    public void sessionOpened(NextFilter next, IoSession connection) {
        opened = true;
        if (state == State.TAKEN) {
            next.sessionOpened(connection);
        }
    }

    @Override
    public void messageReceived(NextFilter next, IoSession connection, Object message) {
        if (state == State.TAKEN) {
            next.messageReceived(connection, message);
        } else if (state == State.UNIDENTIFIED) {
            first.add(((IoBuffer) message).buf());
            String fault = first.fault();
            if (fault != null) {
                refuse(connection, fault);
            } else if (first.isComplete()) {
                identify(next, connection);
            } else {
                endIfLate(connection);
            }
        } else if (state == State.WAITING) { // decrypted from bytes that were read before reading was suspended
            first.add(((IoBuffer) message).buf());
        }
    }

    private void identify(NextFilter next, IoSession connection) {
        String logon = first.text();
        if (!MessageUtils.isLogon(logon)) {
            refuse(connection, "the first message is not a Logon (35=A)");
            return;
        }
        accepted = sessions.find(logon);
        if (accepted == null) {
            next.filterWrite(connection, logout(logon));
            refuse(connection, sessions.unknown(logon));
        } else if (accepted.isUp()) {
            state = State.WAITING;
            takeIfFree(next, connection);
        } else { // the session has ended, or the harness has ordered it down
            end(connection);
        }
    }

    private void takeIfFree(NextFilter next, IoSession connection) {
        Accepted found = accepted;
        if (found == null) {
            return;
        }
        if (found.acquire()) {
            settle(connection, State.TAKEN);
            connection.setAttribute(SessionConnector.QF_SESSION, found.session());
            next.sessionCreated(connection);
            if (opened) {
                next.sessionOpened(connection);
            }
            next.messageReceived(connection, IoBuffer.wrap(first.bytes()));
            connection.resumeRead();
        } else if (polls++ == MAX_POLLS) {
            refuse(connection, AcceptedSessions.peerIds(found.session().getSessionID()) + " is already logged on");
        } else {
            connection.suspendRead();
        }
    }

    private void refuse(IoSession connection, String why) {
        sessions.refused(why);
        end(connection);
    }

    private void end(IoSession connection) {
        settle(connection, State.REFUSED);
        connection.closeOnFlush();
    }

    private void settle(IoSession connection, State now) {
        state = now;
        sessions.release();
        connection.getConfig().setBothIdleTime(0);
    }

    private void endIfLate(IoSession connection) {
        if (clock.nanoTime() - beganNs > LIMIT_NS) {
            refuse(connection, "no complete Logon (35=A) within 10 s");
        }
    }

    @Override
    public void sessionIdle(NextFilter next, IoSession connection, IdleStatus status) {
        if (state == State.WAITING) {
            takeIfFree(next, connection);
        } else if (state == State.UNIDENTIFIED) {
            endIfLate(connection);
        }
    }

    @Override
    public void messageSent(NextFilter next, IoSession connection, WriteRequest request) {
        if (state == State.TAKEN) {
            next.messageSent(connection, request);
        }
    }

    @Override
    public void exceptionCaught(NextFilter next, IoSession connection, Throwable cause) throws Exception {
        if (state == State.TAKEN) {
            next.exceptionCaught(connection, cause);
        } else if (state == State.UNIDENTIFIED && cause instanceof SSLException) {
            refuse(connection, Connections.failure(cause));
        } else {
            connection.closeNow();
        }
    }

    @Override
    public void sessionClosed(NextFilter next, IoSession connection) {
        if (state == State.TAKEN) {
            next.sessionClosed(connection);
        }
    }

    /** Releases the session after the connection has ended and its last record is in the journal. */
    void released() {
        Accepted held = accepted;
        if (state == State.TAKEN && held != null) {
            held.release();
        } else if (state != State.REFUSED) {
            sessions.refused("closed before it was logged on");
            sessions.release();
        }
        state = State.REFUSED;
    }

    /** Returns the Logout for an unknown session. */
    private static WriteRequest logout(String logon) {
        SessionID ours = MessageUtils.getReverseSessionID(logon);
        Message message = new Message();
        message.getHeader().setString(BeginString.FIELD, ours.getBeginString());
        message.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
        message.getHeader().setString(SenderCompID.FIELD, ours.getSenderCompID());
        message.getHeader().setString(TargetCompID.FIELD, ours.getTargetCompID());
        message.getHeader().setString(MsgSeqNum.FIELD, "1");
        message.getHeader().setUtcTimeStamp(SendingTime.FIELD, LocalDateTime.now(ZoneOffset.UTC));
        message.setString(Text.FIELD, "unknown session: " + AcceptedSessions.peerIds(ours));
        byte[] bytes = message.toString().getBytes(StandardCharsets.ISO_8859_1);
        return new DefaultWriteRequest(IoBuffer.wrap(bytes));
    }
}
