package org.ticktoquote.pricing.fix;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.pricing.dialect.Dialect;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.pricing.pipeline.Inlet;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.MsgType;

/**
 * What QuickFIX/J calls, with its session locked: numbers logons, and keeps what is for the gateway's thread until
 * {@link #handOver}, since a full queue makes its caller wait.
 */
final class FixCallbacks extends ApplicationAdapter {
    private final Dialect dialect;
    private final Map<SessionID, Integer> indexes;
    private final Queue<GatewayEvent> events = new ConcurrentLinkedQueue<>();
    private final NanoClock clock;
    private final Logons logons;

    FixCallbacks(Dialect dialect, Map<SessionID, Integer> indexes, Logons logons, NanoClock clock) {
        this.dialect = dialect;
        this.indexes = Map.copyOf(indexes);
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
        int session = index(sessionId);
        logons.begin(session);
        if (dialect.unasked()) {
            events.add(new GatewayEvent.LoggedOn(session, logons.present(session)));
        }
    }

    @Override
    public void onLogout(SessionID sessionId) {
        int session = index(sessionId);
        if (logons.end(session)) {
            events.add(new GatewayEvent.LoggedOff(session));
        }
    }

    @Override
    public void fromApp(Message message, SessionID sessionId) throws FieldNotFound, UnsupportedMessageType {
        if (!dialect.understands(message.getHeader().getString(MsgType.FIELD))) {
            throw new UnsupportedMessageType();
        }
        int session = index(sessionId);
        events.add(new GatewayEvent.Requested(
                session, logons.present(session), clock.nanoTime(), MarketDataRequest.read(message.toRawString())));
    }

    /** Passes on what has happened, in order; for one thread, that has no session locked. */
    void handOver(Inlet<GatewayEvent> gateway) {
        for (GatewayEvent next = events.poll(); next != null; next = events.poll()) {
            gateway.put(next);
        }
    }
}
