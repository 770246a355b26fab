package org.ticktoquote.clients.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.ticktoquote.fix.session.SilenceMonitor;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionStateListener;

/** Logs out sessions whose counterparty is silent. QuickFIX/J would disconnect without a Logout. Any thread. */
final class HeartbeatMonitor {
    private final Map<SessionID, SilenceMonitor> silences = new ConcurrentHashMap<>();

    /** @param heartbeatS interval of a session that connects; an accepting session takes it from the Logon */
    void add(SessionID id, int heartbeatS) {
        SilenceMonitor silence = new SilenceMonitor();
        silence.setInterval(heartbeatS);
        silences.put(id, silence);
    }

    /** Starts heartbeats after the answer to the Logon, because QuickFIX/J's timer would otherwise send one earlier. */
    void startHeartbeatsAfterLogon(Session session) {
        session.addStateListener(new SessionStateListener() {
            @Override
            public void onLogon() {
                session.setHeartBeatInterval(of(session).intervalS());
            }
        });
    }

    private SilenceMonitor of(Session session) {
        return Objects.requireNonNull(silences.get(session.getSessionID()), "unknown session");
    }

    /** Notes that a connection was made or something was received. */
    void received(Session session) {
        of(session).received();
    }

    /** Adopts the heartbeat interval in the Logon of an application that connects. */
    void setInterval(Session session, Message logon) throws FieldNotFound {
        session.setHeartBeatInterval(0);
        of(session).setInterval(SilenceMonitor.interval(logon));
    }

    /** Ends the session if its counterparty has been silent for too long. */
    void check(Session session) {
        String reason = of(session).logOutIfTooLong(session);
        try {
            if (!reason.isEmpty()) {
                session.disconnect(reason, false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the FIX session store failed", e);
        }
    }
}
