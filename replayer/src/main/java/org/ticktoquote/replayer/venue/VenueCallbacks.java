package org.ticktoquote.replayer.venue;

import org.ticktoquote.fix.marketdata.MarketDataRequest;
import java.util.HashMap;
import java.util.Map;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.RejectLogon;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.HeartBtInt;
import quickfix.field.MsgType;
import quickfix.field.Password;
import quickfix.field.RefMsgType;
import quickfix.field.Text;
import quickfix.field.Username;

/** What QuickFIX/J calls for one venue, with the gate held. */
final class VenueCallbacks extends ApplicationAdapter {
    private final Venue venue;
    private final Desk desk;
    private final Map<SessionID, ApplicationLink> links = new HashMap<>();
    /** To the last Logon; its Logout repeats it. */
    private String objection = "";

    VenueCallbacks(Venue venue, Desk desk) {
        this.venue = venue;
        this.desk = desk;
    }

    void add(SessionID id, ApplicationLink link) {
        links.put(id, link);
        venue.add(link);
    }

    private ApplicationLink link(SessionID id) {
        ApplicationLink link = links.get(id);
        if (link == null) {
            throw new IllegalStateException("a session that is not configured: " + id);
        }
        return link;
    }

    @Override
    public void fromAdmin(Message message, SessionID id) throws FieldNotFound, RejectLogon {
        if (!message.getHeader().getString(MsgType.FIELD).equals(MsgType.LOGON)) {
            return;
        }
        objection = objection(message, venue.setup().logon());
        if (!objection.isEmpty()) {
            desk.refused(link(id), "35=A: " + objection);
            throw new RejectLogon(objection);
        }
    }

    private static String objection(Message logon, LogonRules rules) throws FieldNotFound {
        int heartbeat = logon.getInt(HeartBtInt.FIELD);
        if (heartbeat < rules.leastHeartbeatS() || heartbeat > rules.mostHeartbeatS()) {
            return "108=" + heartbeat + ": expected " + rules.leastHeartbeatS() + " to " + rules.mostHeartbeatS();
        }
        String user = objection(logon, Username.FIELD, rules.username());
        return user.isEmpty() ? objection(logon, Password.FIELD, rules.password()) : user;
    }

    /** What was given is not repeated: it may be a secret of elsewhere. */
    private static String objection(Message logon, int tag, String expected) throws FieldNotFound {
        if (expected.isEmpty() || logon.isSetField(tag) && logon.getString(tag).equals(expected)) {
            return "";
        }
        return tag + (logon.isSetField(tag) ? ": is not the one that the venue expects" : ": is missing");
    }

    @Override
    public void onLogout(SessionID id) {
        link(id).loggedOut();
        desk.changed();
    }

    @Override
    public void fromApp(Message message, SessionID id) throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType {
        if (!message.getHeader().getString(MsgType.FIELD).equals(MsgType.MARKET_DATA_REQUEST)) {
            throw new UnsupportedMessageType();
        }
        desk.receive(link(id), MarketDataRequest.read(message.toRawString()).validated());
    }

    @Override
    public void toAdmin(Message message, SessionID id) {
        try {
            String sent = message.getHeader().getString(MsgType.FIELD);
            String why = message.isSetField(Text.FIELD) ? message.getString(Text.FIELD) : "";
            if (sent.equals(MsgType.REJECT)) {
                String type = message.isSetField(RefMsgType.FIELD) ? message.getString(RefMsgType.FIELD) : "?";
                desk.refused(link(id), "35=" + type + " is rejected (35=3): " + (why.isEmpty() ? "no reason" : why));
            } else if (sent.equals(MsgType.LOGOUT) && !why.isEmpty() && !why.equals(objection)) {
                desk.refused(link(id), "logged out (35=5): " + why);
            }
        } catch (FieldNotFound impossible) {
            throw new IllegalStateException("a field that is set", impossible);
        }
    }
}
