package org.ticktoquote.replayer.venue;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import quickfix.ApplicationAdapter;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.Group;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MarketDepth;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/** Venue client based on a QuickFIX/J initiator with its default dictionary and checks. */
final class VenueApplication extends ApplicationAdapter implements AutoCloseable {
    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    final SessionID id;
    private final SocketInitiator initiator;

    VenueApplication(int port, String version, String venue, String name, String... more) throws ConfigError {
        boolean fixt = version.startsWith("FIX.5");
        id = new SessionID(fixt ? "FIXT.1.1" : version, name, venue);
        SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "initiator");
        settings.setString("SocketConnectHost", "127.0.0.1");
        settings.setLong("SocketConnectPort", port);
        settings.setLong("HeartBtInt", 30);
        settings.setLong("ReconnectInterval", 1);
        settings.setBool("ResetOnLogon", true);
        settings.setBool("NonStopSession", true);
        if (fixt) {
            settings.setString("DefaultApplVerID", version);
        }
        for (int i = 0; i < more.length; i += 2) {
            settings.setString(more[i], more[i + 1]);
        }
        settings.setString(id, "Description", "test");
        LogFactory silence = new CompositeLogFactory(new LogFactory[0]); // the default prints
        initiator = new SocketInitiator(this, new MemoryStoreFactory(), settings, silence, new DefaultMessageFactory());
        initiator.start();
    }

    @Override
    public void onLogon(SessionID session) {
        messages.add("logon");
    }

    @Override
    public void onLogout(SessionID session) {
        messages.add("logout");
    }

    @Override
    public void fromAdmin(Message message, SessionID session) {
        messages.add(text(message));
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
        messages.add(">" + text(message));
    }

    @Override
    public void fromApp(Message message, SessionID session) {
        messages.add(text(message));
    }

    private static String text(Message message) {
        return message.toString().replace('\u0001', '|');
    }

    /** Returns the next matching message and discards earlier ones. */
    String await(Predicate<String> fits) throws InterruptedException {
        return FixSocket.await(messages, fits);
    }

    String await(String part) throws InterruptedException {
        return await(text -> text.contains(part));
    }

    /** Requests bids and offers. */
    void request(String requestId, char type, int depth, List<String> symbols) {
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, MsgType.MARKET_DATA_REQUEST);
        message.setString(MDReqID.FIELD, requestId);
        message.setChar(SubscriptionRequestType.FIELD, type);
        message.setInt(MarketDepth.FIELD, depth);
        for (char side : new char[] {'0', '1'}) {
            Group group = new Group(NoMDEntryTypes.FIELD, MDEntryType.FIELD);
            group.setChar(MDEntryType.FIELD, side);
            message.addGroup(group);
        }
        for (String symbol : symbols) {
            Group group = new Group(NoRelatedSym.FIELD, Symbol.FIELD);
            group.setString(Symbol.FIELD, symbol);
            message.addGroup(group);
        }
        send(message);
    }

    void send(Message message) {
        session().send(message);
    }

    Session session() {
        return Session.lookupSession(id);
    }

    @Override
    public void close() {
        initiator.stop(true);
    }
}
