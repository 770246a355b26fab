package org.ticktoquote.pricing.fix;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.session.FixConnection;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.pricing.dialect.PriceEncoder;
import org.ticktoquote.pricing.publish.ClientSessions;
import org.ticktoquote.pricing.publish.Quote;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.NoopStoreFactory;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.MsgType;

/**
 * Session of one client. Numbers its logons, so that quotes for one logon never reach the next. Passes on requests and sends
 * quotes. Safe for any thread.
 */
final class ClientSession extends ApplicationAdapter implements FixSession.Handler {
    private final int index;
    private final FixSettings settings;
    private final PriceEncoder encoder;
    private final NanoClock clock;
    private final Queue<GatewayEvent> events;
    private final FixSession session;
    private int logons;
    private volatile int present;

    /** @param events unbounded queue to the gateway's thread, because this class must not wait for it */
    ClientSession(int index, FixSettings settings, PriceEncoder encoder, NanoClock clock, Queue<GatewayEvent> events)
            throws ConfigError {
        this.index = index;
        this.settings = settings;
        this.encoder = encoder;
        this.clock = clock;
        this.events = events;
        this.session = new FixSession(
                settings.sessionId(index), settings.quickFix(index), new NoopStoreFactory(), this, new ReentrantLock());
    }

    FixSession session() {
        return session;
    }

    /** Returns the number of the current logon, from 1; 0 if not logged on. */
    int logon() {
        return present;
    }

    @Override
    public void onLogon(SessionID id) {
        present = ++logons;
        if (settings.dialect().isUnsolicited()) {
            events.add(new GatewayEvent.LoggedOn(index, present));
        }
    }

    @Override
    public void onLogout(SessionID id) {
        if (present != 0) {
            present = 0;
            events.add(new GatewayEvent.LoggedOff(index));
        }
    }

    @Override
    public void fromApp(Message message, SessionID id) throws FieldNotFound, UnsupportedMessageType {
        if (!settings.dialect().understands(message.getHeader().getString(MsgType.FIELD))) {
            throw new UnsupportedMessageType();
        }
        events.add(new GatewayEvent.Requested(
                index, present, clock.nanoTime(), MarketDataRequest.read(message.toRawString())));
    }

    /**
     * Sends prices with one write.
     *
     * @return null if the session is not logged on, has a different logon than the prices, or has lost its connection
     */
    ClientSessions.@Nullable Sent send(List<Quote> quotes) {
        session.lock().lock();
        try {
            FixConnection connection = session.established();
            boolean sameLogon = present == quotes.get(0).subscription().logon();
            if (connection == null || connection.isClosed() || !sameLogon) {
                return null;
            }
            long first = session.takeNumbers(quotes.size());
            long nowMs = System.currentTimeMillis();
            for (int i = 0; i < quotes.size(); i++) {
                encoder.append(connection.buffer(), quotes.get(i), first + i, nowMs);
            }
            long outNs = clock.nanoTime();
            connection.flush();
            return new ClientSessions.Sent(outNs, first);
        } finally {
            session.lock().unlock();
        }
    }
}
