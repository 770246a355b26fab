package org.ticktoquote.pricing.fix;

import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.pricing.pipeline.Inlet;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.MsgType;

/** What QuickFIX/J calls, on its own threads: numbers logons and passes requests on to the gateway's thread. */
final class FixCallbacks extends ApplicationAdapter {
    private final Map<SessionID, Integer> indexes;
    private final Inlet<GatewayEvent> gateway;
    private final NanoClock clock;
    private final Logons logons;

    FixCallbacks(Map<SessionID, Integer> indexes, Logons logons, Inlet<GatewayEvent> gateway, NanoClock clock) {
        this.indexes = Map.copyOf(indexes);
        this.gateway = gateway;
        this.clock = clock;
        this.logons = logons;
    }

    private int index(SessionID sessionId) {
        Integer index = indexes.get(sessionId);
        if (index == null) {
            throw new IllegalStateException("a session that is not configured: " + sessionId);
        }
        return index;
    }

    @Override
    public void onLogon(SessionID sessionId) {
        FixThreadNames.nameCurrent();
        logons.begin(index(sessionId));
    }

    @Override
    public void onLogout(SessionID sessionId) {
        int session = index(sessionId);
        if (logons.end(session)) {
            gateway.put(new GatewayEvent.LoggedOff(session));
        }
    }

    @Override
    public void fromApp(Message message, SessionID sessionId) throws FieldNotFound, UnsupportedMessageType {
        if (!message.getHeader().getString(MsgType.FIELD).equals(MsgType.MARKET_DATA_REQUEST)) {
            throw new UnsupportedMessageType();
        }
        int session = index(sessionId);
        gateway.put(new GatewayEvent.Requested(
                MarketDataRequest.read(message, session, logons.present(session), clock.nanoTime())));
    }
}
