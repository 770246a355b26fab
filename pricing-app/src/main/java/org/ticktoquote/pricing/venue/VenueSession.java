package org.ticktoquote.pricing.venue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.PeerSilence;
import quickfix.ApplicationAdapter;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.DefaultSessionFactory;
import quickfix.FieldException;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.LogFactory;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.NoopStoreFactory;
import quickfix.RejectLogon;
import quickfix.Responder;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SystemTime;
import quickfix.UnsupportedMessageType;
import quickfix.field.ApplVerID;
import quickfix.field.DefaultApplVerID;
import quickfix.field.MsgType;
import quickfix.field.Text;

/**
 * One logon at a venue, as long as its connection lasts: QuickFIX/J's session, which logs on, answers and beats, and asks for
 * pairs once it is logged on. One thread.
 */
final class VenueSession extends ApplicationAdapter {
    private static final int HEARTBEAT_S = 30;

    private final VenueAddress address;
    private final List<Instrument> pairs;
    private final Session session;
    private final Hearer hearer;
    private final PeerSilence silence = new PeerSilence();
    private String received = "";

    /** What a session hears. */
    interface Hearer {
        /** The venue is logged on. */
        void onLogon();

        /** Market data, as it came. */
        void onMarketData(String text);

        /** The venue refused a request or logged out. */
        void onEvent(String state, String text);
    }

    private VenueSession(VenueAddress address, List<Instrument> pairs, Hearer hearer) throws ConfigError {
        this.address = address;
        this.pairs = pairs;
        this.hearer = hearer;
        silence.agree(HEARTBEAT_S);
        SessionID id = new SessionID(address.version(), address.sender(), address.target());
        LogFactory silence = new CompositeLogFactory(new LogFactory[0]);
        this.session = new DefaultSessionFactory(this, new NoopStoreFactory(), silence, new DefaultMessageFactory())
                .create(id, settings(id));
    }

    /** Sends the Logon. */
    static VenueSession logOn(VenueAddress address, List<Instrument> pairs, Responder out, Hearer hearer) {
        try {
            VenueSession made = new VenueSession(address, pairs, hearer);
            made.session.setResponder(out);
            made.silence.received(SystemTime.currentTimeMillis());
            made.look();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException("a session without a store had trouble with it", e);
        } catch (ConfigError e) {
            throw new IllegalStateException("QuickFIX/J does not take the venue " + address, e);
        }
    }

    private SessionSettings settings(SessionID id) {
        SessionSettings settings = new SessionSettings();
        settings.setString(id, "ConnectionType", "initiator");
        settings.setLong(id, "HeartBtInt", HEARTBEAT_S);
        settings.setString(id, "TestRequestDelayMultiplier", PeerSilence.TEST_REQUEST_AFTER);
        settings.setBool(id, "NonStopSession", true);
        settings.setBool(id, "ResetOnLogon", true);
        settings.setBool(id, "PersistMessages", false);
        settings.setBool(id, "CheckLatency", false);
        // What a venue adds to the standard is no reason to go without its prices.
        settings.setBool(id, "UseDataDictionary", false);
        settings.setBool(id, "ValidateIncomingMessage", false);
        if (address.version().startsWith("FIXT")) {
            settings.setString(id, "DefaultApplVerID", "FIX.5.0SP2");
        }
        return settings;
    }

    /** A message of the venue's. */
    void receive(String text) throws IOException {
        received = text;
        silence.received(SystemTime.currentTimeMillis());
        try {
            Message message = MessageUtils.parse(session, text);
            if (MessageUtils.isLogon(text) && message.isSetField(DefaultApplVerID.FIELD)) {
                session.setTargetDefaultApplicationVersionID(new ApplVerID(message.getString(DefaultApplVerID.FIELD)));
            }
            session.next(message);
        } catch (InvalidMessage garbled) {
            // FIX says: as if it had not come; its number is missing then
        } catch (FieldNotFound
                | RejectLogon
                | IncorrectDataFormat
                | IncorrectTagValue
                | UnsupportedMessageType
                | FieldException e) {
            throw new IOException(e.toString(), e);
        }
    }

    /** Lets QuickFIX/J look at the time: logon, heartbeats, timeouts. A venue that says nothing is logged out. */
    void look() throws IOException {
        if (session.isLoggedOn() && silence.isTooLong(SystemTime.currentTimeMillis())) {
            Message logout = new Message();
            logout.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
            logout.setString(Text.FIELD, silence.reason());
            session.send(logout);
            throw new IOException(silence.reason());
        }
        session.next();
    }

    /** The connection has ended. */
    void ended() {
        try {
            session.disconnect("the connection has ended", false);
            session.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a session without a store had trouble with it", e);
        }
    }

    /** Says goodbye, where somebody hears it. */
    void logOut() {
        if (session.isLoggedOn()) {
            session.generateLogout();
        }
    }

    @Override
    public void onLogon(SessionID id) {
        hearer.onLogon();
        session.send(address.request(pairs));
    }

    @Override
    public void fromAdmin(Message message, SessionID id) throws FieldNotFound {
        switch (message.getHeader().getString(MsgType.FIELD)) {
            case MsgType.LOGOUT -> hearer.onEvent("logged-out", text(message));
            case MsgType.REJECT -> hearer.onEvent("rejected", text(message));
            default -> {}
        }
    }

    @Override
    public void fromApp(Message message, SessionID id) throws FieldNotFound, UnsupportedMessageType {
        switch (message.getHeader().getString(MsgType.FIELD)) {
            case MsgType.MARKET_DATA_SNAPSHOT_FULL_REFRESH, MsgType.MARKET_DATA_INCREMENTAL_REFRESH ->
                hearer.onMarketData(received);
            case MsgType.MARKET_DATA_REQUEST_REJECT, MsgType.BUSINESS_MESSAGE_REJECT ->
                hearer.onEvent("rejected", text(message));
            default -> throw new UnsupportedMessageType();
        }
    }

    private static String text(FieldMap message) throws FieldNotFound {
        return message.isSetField(Text.FIELD) ? message.getString(Text.FIELD) : "no reason given";
    }
}
