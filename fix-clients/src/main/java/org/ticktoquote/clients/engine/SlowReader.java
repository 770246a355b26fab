package org.ticktoquote.clients.engine;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ReadPause;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.mina.SessionConnector;

/**
 * In front of the other filters where sessions are slow on purpose: keeps the I/O thread of such a session from reading for a
 * while, so that the receive buffer fills and the window closes. One per connection, used by its I/O thread only.
 */
final class SlowReader extends IoFilterAdapter {
    private final Map<SessionID, ReadPause> pauses;
    private final NanoClock clock;
    private @Nullable ReadPause own;
    private long pausedNs;

    SlowReader(Map<SessionID, ReadPause> pauses, NanoClock clock) {
        this.pauses = pauses;
        this.clock = clock;
    }

    @Override
    public void sessionCreated(NextFilter next, IoSession connection) {
        next.sessionCreated(connection);
        own = pauses.get(((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID());
        pausedNs = clock.nanoTime();
    }

    @Override
    public void messageReceived(NextFilter next, IoSession connection, Object message) throws InterruptedException {
        next.messageReceived(connection, message);
        if (own != null && clock.nanoTime() - pausedNs > own.everyNs()) {
            TimeUnit.NANOSECONDS.sleep(own.lengthNs());
            pausedNs = clock.nanoTime();
        }
    }
}
