package org.ticktoquote.pricing.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.PeerSilence;
import org.ticktoquote.pricing.dialect.PriceEncoder;
import org.ticktoquote.pricing.publish.ClientSessions;
import org.ticktoquote.pricing.publish.Quote;
import quickfix.FieldException;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.RejectLogon;
import quickfix.Session;
import quickfix.SystemTime;
import quickfix.UnsupportedMessageType;
import quickfix.field.ApplVerID;
import quickfix.field.DefaultApplVerID;
import quickfix.field.HeartBtInt;
import quickfix.field.MsgType;
import quickfix.field.Text;

/**
 * A session of QuickFIX/J's and its present connection.
 *
 * <p>Everything that QuickFIX/J does with the session happens under one lock, and so do the prices that pass it by: they
 * take their numbers from its store and leave the next one there, so that no number is used twice or left out. Any thread.
 */
final class SessionLink {
    private final Session session;
    private final boolean accepts;
    private final PeerSilence silence = new PeerSilence();
    private final int index;
    private final Logons logons;
    private final PriceEncoder encoder;
    private final NanoClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Connection connection;

    /** @param heartbeatS how often this side beats where it connects; 0 where it accepts, and the client says that */
    SessionLink(Session session, int heartbeatS, int index, Logons logons, PriceEncoder encoder, NanoClock clock) {
        this.session = session;
        this.accepts = heartbeatS == 0;
        silence.agree(heartbeatS);
        this.index = index;
        this.logons = logons;
        this.encoder = encoder;
        this.clock = clock;
    }

    /** Makes a connection the session's; false when it has one. */
    boolean connect(Connection made) {
        lock.lock();
        try {
            if (connection != null) {
                return false;
            }
            connection = made;
            silence.received(SystemTime.currentTimeMillis());
            session.setResponder(made);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it has a connection. */
    boolean connected() {
        lock.lock();
        try {
            return connection != null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it has a connection and both Logons. */
    boolean isLoggedOn() {
        lock.lock();
        try {
            return connection != null && session.isLoggedOn();
        } finally {
            lock.unlock();
        }
    }

    /** A message of the client's; one that QuickFIX/J has no answer for ends the connection. */
    void receive(String text) {
        lock.lock();
        try {
            silence.received(SystemTime.currentTimeMillis());
            Message message = MessageUtils.parse(session, text);
            if (MessageUtils.isLogon(text)) {
                agree(message);
            }
            session.next(message);
        } catch (InvalidMessage garbled) {
            if (MessageUtils.isLogon(text)) {
                end("a Logon that cannot be read: " + garbled.getMessage());
            } // else FIX says: as if it had not come; its number is missing then
        } catch (FieldNotFound
                | RejectLogon
                | IncorrectDataFormat
                | IncorrectTagValue
                | UnsupportedMessageType
                | FieldException
                | IOException unanswered) {
            end(unanswered.toString());
        } finally {
            lock.unlock();
        }
    }

    /** What QuickFIX/J's own connections take from a Logon. */
    private void agree(Message logon) throws FieldNotFound {
        if (logon.isSetField(DefaultApplVerID.FIELD)) {
            session.setTargetDefaultApplicationVersionID(new ApplVerID(logon.getString(DefaultApplVerID.FIELD)));
        }
        if (accepts) {
            int intervalS =
                    PeerSilence.interval(logon.isSetField(HeartBtInt.FIELD) ? logon.getString(HeartBtInt.FIELD) : null);
            session.setHeartBeatInterval(intervalS);
            silence.agree(intervalS);
        }
    }

    /** Lets QuickFIX/J look at the time: heartbeats, timeouts. A client that says nothing is logged out. */
    void tick() {
        lock.lock();
        try {
            if (connection == null) {
                return;
            }
            if (session.isLoggedOn() && silence.isTooLong(SystemTime.currentTimeMillis())) {
                Message logout = new Message();
                logout.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
                logout.setString(Text.FIELD, silence.reason());
                session.send(logout);
                end(silence.reason());
            } else {
                session.next();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a session without a store had trouble with it", e);
        } finally {
            lock.unlock();
        }
    }

    /** Says that the session ends; its connection does when that is answered. */
    void logOut() {
        lock.lock();
        try {
            session.logout();
            tick();
        } finally {
            lock.unlock();
        }
    }

    /** A message that QuickFIX/J numbers. */
    void send(Message message) {
        lock.lock();
        try {
            session.send(message);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Prices past QuickFIX/J's message object, numbered by its store.
     *
     * @return null when the session is not logged on, or on another logon than theirs, or its connection is gone
     */
    ClientSessions.@Nullable Sent send(List<Quote> quotes) {
        lock.lock();
        try {
            Connection present = connection;
            boolean sameLogon =
                    logons.present(index) == quotes.get(0).subscription().logon();
            if (present == null || present.isClosed() || !session.isLoggedOn() || !sameLogon) {
                return null;
            }
            int first = session.getExpectedSenderNum();
            session.setNextSenderMsgSeqNum(first + quotes.size());
            return new ClientSessions.Sent(present.send(quotes, encoder, first, clock), first);
        } catch (IOException e) {
            throw new UncheckedIOException("a session without a store had trouble with it", e);
        } finally {
            lock.unlock();
        }
    }

    /** Cuts the client off; the session learns of it from {@link #ended}. */
    void cut() {
        lock.lock();
        try {
            if (connection != null) {
                connection.disconnect();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A connection of the session has ended, or is to end. */
    void ended(Connection gone) {
        lock.lock();
        try {
            if (connection == gone) {
                end("the connection has ended");
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(String why) {
        try {
            session.disconnect(why, false);
            if (connection != null) {
                connection.disconnect();
            }
            connection = null;
        } catch (IOException e) {
            throw new UncheckedIOException("a session without a store had trouble with it", e);
        }
    }

    /** Ends the session for good. */
    void close() {
        lock.lock();
        try {
            end("the application ends");
            session.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a session without a store had trouble with it", e);
        } finally {
            lock.unlock();
        }
    }
}
