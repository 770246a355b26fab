package org.ticktoquote.replayer.venue;

import org.ticktoquote.fix.marketdata.RequestedBook;
import org.ticktoquote.fix.marketdata.MarketDataRequest.HeaderOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.PeerSilence;
import org.ticktoquote.replayer.feed.BackPressure;
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
 * A session of QuickFIX/J's with an application, its present connection and what it has subscribed to. Ticks pass QuickFIX/J by:
 * they take their numbers from its store and leave the next one there. Used with the gate held.
 */
final class ApplicationLink {
    private final VenueSetup venue;
    private final Session session;
    private final SentMessages sent;
    private final BackPressure backPressure;
    private final VenueFlood flood = new VenueFlood();
    private final PeerSilence silence = new PeerSilence();
    private final Map<String, List<TickSubscription>> subscriptions = new LinkedHashMap<>();
    private @Nullable VenueConnection connection;
    private boolean explained;

    ApplicationLink(VenueSetup venue, Session session, SentMessages sent, BackPressure backPressure) {
        this.sent = sent;
        this.venue = venue;
        this.session = session;
        this.backPressure = backPressure;
    }

    /** Whose CompID it is. */
    String application() {
        return session.getSessionID().getTargetCompID();
    }

    /** What it has sent beside its requests. Any thread may ask. */
    VenueFlood flood() {
        return flood;
    }

    /** Makes a connection the session's; false when it has one. */
    boolean connect(VenueConnection made) {
        if (connection != null) {
            return false;
        }
        connection = made;
        silence.received(SystemTime.currentTimeMillis());
        session.setResponder(made);
        return true;
    }

    boolean isLoggedOn() {
        return connection != null && session.isLoggedOn();
    }

    /**
     * A message of the application's; one that QuickFIX/J has no answer for ends the connection.
     *
     * @return why it ended, where nobody has said so, or why the message was left out; else empty
     */
    String receive(String text) {
        VenueConnection present = connection;
        silence.received(SystemTime.currentTimeMillis());
        explained = false;
        String type = MessageUtils.getStringField(text, MsgType.FIELD);
        if (!MsgType.MARKET_DATA_REQUEST.equals(type)) {
            flood.add();
        }
        String trouble = answer(text);
        boolean ended = present != null && present.isClosed();
        if (!ended) {
            return trouble;
        }
        if (explained || MsgType.LOGOUT.equals(type)) {
            return "";
        }
        return trouble.isEmpty() ? "the session ended at its 35=" + type : trouble;
    }

    /** Somebody has said why the connection ends. */
    void explained() {
        explained = true;
    }

    private String answer(String text) {
        try {
            boolean own = venue.dictionary().isEmpty() && HeaderOnly.isOne(text);
            Message message = own ? HeaderOnly.of(text) : MessageUtils.parse(session, text);
            if (MessageUtils.isLogon(text)) {
                agree(message);
            }
            session.next(message);
            return "";
        } catch (InvalidMessage garbled) {
            // FIX says: as if it had not come; its number is missing then
            return MessageUtils.isLogon(text)
                    ? broken("a Logon that cannot be read: " + garbled.getMessage())
                    : "a message that cannot be read is left out: " + withoutMessage(garbled);
        } catch (FieldNotFound
                | RejectLogon
                | IncorrectDataFormat
                | IncorrectTagValue
                | UnsupportedMessageType
                | FieldException
                | IOException unanswered) {
            return broken(unanswered.toString());
        }
    }

    /** What QuickFIX/J's own acceptor takes from a Logon. */
    private void agree(Message logon) throws FieldNotFound {
        if (logon.isSetField(DefaultApplVerID.FIELD)) {
            session.setTargetDefaultApplicationVersionID(new ApplVerID(logon.getString(DefaultApplVerID.FIELD)));
        }
        int intervalS =
                PeerSilence.interval(logon.isSetField(HeartBtInt.FIELD) ? logon.getString(HeartBtInt.FIELD) : null);
        session.setHeartBeatInterval(intervalS);
        silence.agree(intervalS);
    }

    /** What QuickFIX/J says of it, without the whole message that it shows behind that. */
    private static String withoutMessage(InvalidMessage garbled) {
        String text = String.valueOf(garbled.getMessage());
        int message = text.indexOf(" in 8=");
        return message < 0 ? text : text.substring(0, message);
    }

    private String broken(String why) {
        end(why);
        return why;
    }

    /** Lets QuickFIX/J look at the time: heartbeats, timeouts. An application that says nothing is logged out. */
    void tick() {
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
            throw new UncheckedIOException("a session in memory had trouble with its store", e);
        }
    }

    /** Says that the session ends; its connection does when that is answered. */
    void logOut() {
        session.logout();
        tick();
    }

    /** A message that QuickFIX/J numbers. */
    void send(Message message) {
        session.send(message);
    }

    /** Subscribes to a market under a request; the subscription is not in the market yet. */
    TickSubscription subscribe(String requestId, VenueMarket market, RequestedBook book, boolean increments) {
        TickMessage message = new TickMessage(venue, application(), requestId, market, book, increments);
        return new TickSubscription(this, market, message);
    }

    /** Whether a request is known already. */
    boolean isActive(String requestId) {
        return subscriptions.containsKey(requestId);
    }

    /** How many markets it gets. */
    int subscriptions() {
        return subscriptions.values().stream().mapToInt(List::size).sum();
    }

    /** Makes subscriptions those of a request. */
    void add(String requestId, List<TickSubscription> made) {
        subscriptions.put(requestId, made);
        made.forEach(each -> each.market().add(each));
    }

    /** Ends a request; false when there is none of that id. */
    boolean remove(String requestId) {
        List<TickSubscription> ended = subscriptions.remove(requestId);
        if (ended == null) {
            return false;
        }
        ended.forEach(each -> each.market().remove(each, false));
        return true;
    }

    boolean isSubscribed() {
        return isLoggedOn() && !subscriptions.isEmpty();
    }

    /** Writes a tick's message, numbered by QuickFIX/J's store; false when it did not leave whole. */
    boolean write(TickMessage message, long nowMs) {
        VenueConnection present = connection;
        return present != null && session.isLoggedOn() && present.write(numbered(message, nowMs), backPressure);
    }

    /** When the tick that was written last had been encrypted; 0 without TLS. */
    long sealedAtNs() {
        VenueConnection present = connection;
        return present == null ? 0 : present.sealedAtNs();
    }

    /** How long that took. */
    long sealingNs() {
        VenueConnection present = connection;
        return present == null ? 0 : present.sealingNs();
    }

    /** The same for a message that need not leave at once. */
    void queue(TickMessage message, long nowMs) {
        VenueConnection present = connection;
        if (present != null && session.isLoggedOn()) {
            present.queue(numbered(message, nowMs));
        }
    }

    private ByteBuffer numbered(TickMessage message, long nowMs) {
        try {
            int number = session.getExpectedSenderNum();
            session.setNextSenderMsgSeqNum(number + 1);
            ByteBuffer numbered = message.number(number, nowMs);
            sent.keep(number, numbered);
            return numbered;
        } catch (IOException e) {
            throw new UncheckedIOException("a session in memory had trouble with its store", e);
        }
    }

    /** Looks whether the connection was closed by this side. */
    void look() {
        if (connection != null && connection.isClosed()) {
            ended(connection);
        }
    }

    /** A connection of the session has ended, or is to end. */
    void ended(VenueConnection gone) {
        if (connection == gone) {
            end("the connection has ended");
        }
    }

    /** What was subscribed to is lost with the session. */
    void loggedOut() {
        List<List<TickSubscription>> lost = new ArrayList<>(subscriptions.values());
        subscriptions.clear();
        lost.forEach(made -> made.forEach(each -> each.market().remove(each, true)));
    }

    private void end(String why) {
        try {
            session.disconnect(why, false);
            if (connection != null) {
                connection.disconnect();
            }
            connection = null;
            loggedOut();
        } catch (IOException e) {
            throw new UncheckedIOException("a session in memory had trouble with its store", e);
        }
    }

    /** Ends the session for good. */
    void close() {
        try {
            end("the venue ends");
            session.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a session in memory had trouble with its store", e);
        }
    }
}
