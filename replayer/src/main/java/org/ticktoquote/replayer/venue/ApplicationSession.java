package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.MarketDataRequest.HeaderOnly;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.message.OverheadMessageCounter;
import org.ticktoquote.fix.session.FixConnection;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.fix.session.SentMessages;
import org.ticktoquote.replayer.feed.BackPressure;
import org.ticktoquote.replayer.feed.ClosedWindowTimes;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.RejectLogon;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.MsgType;
import quickfix.field.RefMsgType;
import quickfix.field.Text;

/** Session with one application and its subscriptions. Callers hold the venue lock. */
final class ApplicationSession extends ApplicationAdapter implements FixSession.Handler {
    private final VenueSetup venue;
    private final MarketDataRequestHandler requestHandler;
    private final SentMessages sent;
    private final ClosedWindowTimes windows;
    private final FixConnection.BlockedWriter blockedWriter;
    private final FixSession session;
    private final OverheadMessageCounter overheadMessages = new OverheadMessageCounter();
    private final AtomicLong excessMessages = new AtomicLong();
    private final AtomicLong excessPerSecond = new AtomicLong();
    private final Map<String, List<VenueMarket.Subscription>> subscriptions = new LinkedHashMap<>();
    /** Fault of the last Logon, which the Logout repeats. */
    private String problem = "";

    /** @param application its CompID */
    ApplicationSession(
            VenueSetup venue,
            String application,
            MarketDataRequestHandler requestHandler,
            BackPressure backPressure,
            ClosedWindowTimes windows,
            Lock gate) {
        this.venue = venue;
        this.requestHandler = requestHandler;
        this.sent = SentMessages.of(venue.stored());
        this.windows = windows;
        LongSupplier closedNs = this::windowClosedNs;
        this.blockedWriter = (channel, rest) -> backPressure.writeRest(channel, rest, closedNs);
        SessionID id = new SessionID(venue.version().beginString(), venue.name(), application);
        try {
            this.session = new FixSession(id, settings(id), each -> sent, this, gate);
        } catch (ConfigError e) {
            throw Problem.of("--feed")
                    .fault("venue " + venue.name() + ": " + e.getMessage())
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private Map<String, String> settings(SessionID id) {
        Map<String, String> settings = FixSession.settings(
                id, 0, venue.logon().reset(), venue.version().text());
        String dictionary = venue.dictionary();
        settings.put("PersistMessages", venue.stored() > 0 ? "Y" : "N");
        settings.put("UseDataDictionary", "Y");
        // Without a dictionary the venue validates requests itself, because a 35=Y explains more than QuickFIX/J's
        // 35=3.
        settings.put("ValidateIncomingMessage", dictionary.isEmpty() ? "N" : "Y");
        if (!dictionary.isEmpty()) {
            settings.put(venue.version().overFixt() ? "AppDataDictionary" : "DataDictionary", dictionary);
        }
        return settings;
    }

    private long windowClosedNs() {
        FixConnection present = session.established();
        try {
            return present == null
                    ? ClosedWindowTimes.UNKNOWN.getAsLong()
                    : windows.of(present.channel()).getAsLong();
        } catch (IOException gone) {
            return ClosedWindowTimes.UNKNOWN.getAsLong();
        }
    }

    FixSession session() {
        return session;
    }

    /** Returns the application's CompID. */
    String application() {
        return session.id().getTargetCompID();
    }

    /**
     * Returns the number of excess messages of the application: heartbeats, TestRequests, ResendRequests and all
     * others that are not market data requests. A socket read with bytes that belong to no message counts as one
     * message. Ignores seconds with few of them. Counts in whole steps of {@link SnapshotRecord#FLOOD_STEP}. Safe for
     * any thread.
     */
    long excessMessages() {
        return excessMessages.get();
    }

    /** Returns the maximum number of these messages in a second. Safe for any thread. */
    long excessPerSecond() {
        return excessPerSecond.get();
    }

    @Override
    public void arrived(String type) {
        long inSecond = MsgType.MARKET_DATA_REQUEST.equals(type) ? 0 : overheadMessages.add(System.nanoTime());
        if (inSecond > 0) {
            excessMessages.lazySet(excessMessages.get() + SnapshotRecord.FLOOD_STEP);
            excessPerSecond.lazySet(Math.max(excessPerSecond.get(), inSecond));
        }
    }

    @Override
    public Message parse(Session parsing, String text) throws InvalidMessage {
        return venue.dictionary().isEmpty() && HeaderOnly.isOne(text)
                ? HeaderOnly.of(text)
                : FixSession.Handler.super.parse(parsing, text);
    }

    @Override
    public String outgoing(String text) {
        return sent.restored(text);
    }

    @Override
    public void fromAdmin(Message message, SessionID id) throws FieldNotFound, RejectLogon {
        if (!message.getHeader().getString(MsgType.FIELD).equals(MsgType.LOGON)) {
            return;
        }
        problem = venue.logon().problem(message);
        if (!problem.isEmpty()) {
            requestHandler.refused(this, "35=A: " + problem);
            throw new RejectLogon(problem);
        }
    }

    /** Ends the session's subscriptions. */
    @Override
    public void onLogout(SessionID id) {
        List<List<VenueMarket.Subscription>> lost = new ArrayList<>(subscriptions.values());
        subscriptions.clear();
        lost.forEach(made -> made.forEach(each -> each.market().remove(each, true)));
        requestHandler.changed();
    }

    @Override
    public void fromApp(Message message, SessionID id) throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType {
        if (!message.getHeader().getString(MsgType.FIELD).equals(MsgType.MARKET_DATA_REQUEST)) {
            throw new UnsupportedMessageType();
        }
        requestHandler.receive(
                this, MarketDataRequest.read(message.toRawString()).validated());
    }

    @Override
    public void toAdmin(Message message, SessionID id) {
        try {
            String type = message.getHeader().getString(MsgType.FIELD);
            String why = message.isSetField(Text.FIELD) ? message.getString(Text.FIELD) : "";
            if (type.equals(MsgType.REJECT)) {
                String of = message.isSetField(RefMsgType.FIELD) ? message.getString(RefMsgType.FIELD) : "?";
                requestHandler.refused(
                        this, "35=" + of + " is rejected (35=3): " + (why.isEmpty() ? "no reason" : why));
            } else if (type.equals(MsgType.LOGOUT) && !why.isEmpty() && !why.equals(problem)) {
                requestHandler.refused(this, "logged out (35=5): " + why);
            }
        } catch (FieldNotFound impossible) {
            throw new IllegalStateException("a field that is set", impossible);
        }
    }

    /** Suppresses the connection's own report of its end, because the reason has been reported. */
    void suppressEndReport() {
        session.suppressEndReport();
    }

    /** Sends a message that QuickFIX/J numbers. */
    void send(Message message) {
        session.send(message);
    }

    /** Returns a subscription to a market under a request, not yet added to the market. */
    VenueMarket.Subscription subscribe(String requestId, VenueMarket market, RequestedBook book, boolean increments) {
        TickMessage message = new TickMessage(venue, application(), requestId, market, book, increments);
        return new VenueMarket.Subscription(this, market, message);
    }

    boolean isActive(String requestId) {
        return subscriptions.containsKey(requestId);
    }

    /** Returns the number of subscribed markets. */
    int subscriptions() {
        return subscriptions.values().stream().mapToInt(List::size).sum();
    }

    void add(String requestId, List<VenueMarket.Subscription> made) {
        subscriptions.put(requestId, made);
        made.forEach(each -> each.market().add(each));
    }

    /** Ends a request's subscriptions. Returns false if the id is unknown. */
    boolean remove(String requestId) {
        List<VenueMarket.Subscription> ended = subscriptions.remove(requestId);
        if (ended == null) {
            return false;
        }
        ended.forEach(each -> each.market().remove(each, false));
        return true;
    }

    boolean isSubscribed() {
        return session.established() != null && !subscriptions.isEmpty();
    }

    /** Writes the message of a tick, numbered by the session's store. Returns false unless all of it was sent. */
    boolean write(TickMessage message, long nowMs) {
        FixConnection present = session.established();
        return present != null && present.write(numbered(message, nowMs), blockedWriter);
    }

    /** Returns the monotonic time at which the last written tick was encrypted; 0 without TLS. */
    long sealedAtNs() {
        FixConnection present = session.established();
        return present == null ? 0 : present.encryptedAtNs();
    }

    /** Returns the duration of that encryption, in ns. */
    long sealingNs() {
        FixConnection present = session.established();
        return present == null ? 0 : present.encryptingNs();
    }

    /** Queues a message that is not urgent, numbered by the session's store. */
    void queue(TickMessage message, long nowMs) {
        FixConnection present = session.established();
        if (present != null) {
            present.queue(numbered(message, nowMs));
        }
    }

    private ByteBuffer numbered(TickMessage message, long nowMs) {
        int number = session.takeNumbers(1);
        ByteBuffer numbered = message.number(number, nowMs);
        sent.keep(number, numbered);
        return numbered;
    }
}
