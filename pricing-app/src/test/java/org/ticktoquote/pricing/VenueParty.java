package org.ticktoquote.pricing;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ticktoquote.fix.message.QuickFix;
import quickfix.ApplicationAdapter;
import quickfix.Group;
import quickfix.Message;
import quickfix.RejectLogon;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SocketAcceptor;

/** FIX venue based on a QuickFIX/J acceptor. Keeps requests and sends messages for tests. */
final class VenueParty extends ApplicationAdapter implements AutoCloseable {
    private final SessionID session;
    private final Socket held = HeldPort.open();
    private final List<Message> requests = new CopyOnWriteArrayList<>();
    private final List<String> logouts = new CopyOnWriteArrayList<>();
    private final SocketAcceptor acceptor;
    private volatile String refusal = "";

    VenueParty(String beginString, String compId) throws Exception {
        session = new SessionID(beginString, compId, "PRICING");
        String[] more = {"ValidateIncomingMessage", "N", "ResetOnLogon", "N"};
        acceptor = QuickFix.acceptor(this, QuickFix.settings("acceptor", port(), List.of(session), more));
        acceptor.start();
    }

    String address() {
        return "fix://127.0.0.1:" + port() + "?version=" + session.getBeginString() + "&target="
                + session.getSenderCompID();
    }

    int port() {
        return held.getLocalPort();
    }

    /** Answers later Logons with a Logout; an empty text accepts them again. */
    void refuse(String text) {
        refusal = text;
    }

    List<Message> requests() {
        return requests;
    }

    List<String> logouts() {
        return logouts;
    }

    /** Sends a message given without header. {@code |} stands for SOH. */
    void say(String type, String body) throws Exception {
        Message message = QuickFix.message(type);
        Group entry = null;
        for (String field : body.split("\\|")) {
            int tag = Integer.parseInt(field.substring(0, field.indexOf('=')));
            String value = field.substring(field.indexOf('=') + 1);
            boolean first = tag == (type.equals("X") ? 279 : 269);
            if (first && entry != null) {
                message.addGroup(entry);
            }
            entry = first ? new Group(268, tag) : entry;
            if (entry == null) {
                message.setString(tag, value);
            } else {
                entry.setString(tag, value);
            }
        }
        if (entry != null) {
            message.addGroup(entry);
        }
        Session.sendToTarget(message, session);
    }

    /** Sends a snapshot of the top of a pair with a tick id. */
    void top(String symbol, String id, String bid, String ask) throws Exception {
        String entryId = id.isEmpty() ? "" : "|278=" + id;
        say(
                "W",
                "262=all|55=" + symbol + "|269=0" + entryId + "|270=" + bid + "|271=1000000|269=1" + entryId + "|270="
                        + ask + "|271=2000000");
    }

    /** Closes the connection without a Logout. */
    void hangUp() throws Exception {
        Session.lookupSession(session).disconnect("a test", false);
    }

    @Override
    public void fromAdmin(Message message, SessionID id) throws RejectLogon, quickfix.FieldNotFound {
        String type = message.getHeader().getString(35);
        if (type.equals("A") && !refusal.isEmpty()) {
            throw new RejectLogon(refusal);
        }
        if (type.equals("5")) {
            logouts.add(message.isSetField(58) ? message.getString(58) : "");
        }
    }

    @Override
    public void fromApp(Message message, SessionID id) {
        requests.add(message);
    }

    @Override
    public void close() throws IOException {
        acceptor.stop(true);
        held.close();
    }
}
