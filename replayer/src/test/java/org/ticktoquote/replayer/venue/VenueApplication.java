package org.ticktoquote.replayer.venue;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.ticktoquote.fix.message.QuickFix;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/** Venue client based on a QuickFIX/J initiator with its default dictionary and checks. */
final class VenueApplication extends ApplicationAdapter implements AutoCloseable {
    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    final SessionID id;
    private final SocketInitiator initiator;

    VenueApplication(int port, String version, String venue, String name, String... more) throws ConfigError {
        id = new SessionID(version.startsWith("FIX.5") ? "FIXT.1.1" : version, name, venue);
        SessionSettings settings = QuickFix.settings("initiator", port, List.of(id), more);
        settings.setString("DefaultApplVerID", version);
        initiator = QuickFix.initiator(this, settings);
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
        send(QuickFix.request(requestId, String.valueOf(type), depth, symbols));
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
