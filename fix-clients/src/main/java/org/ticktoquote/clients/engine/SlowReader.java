package org.ticktoquote.clients.engine;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ReadPause;
import quickfix.Session;
import quickfix.mina.SessionConnector;

/**
 * In front of the other filters where sessions are slow on purpose: lets nobody read such a session for a while, so that
 * the receive buffer fills and the window closes. Its I/O thread goes on with the other sessions. One per connection, used
 * by its I/O thread only.
 */
final class SlowReader extends IoFilterAdapter {
    private final Pauses pauses;
    private final NanoClock clock;
    private @Nullable ReadPause own;
    private long pausedNs;

    SlowReader(Pauses pauses, NanoClock clock) {
        this.pauses = pauses;
        this.clock = clock;
    }

    @Override
    public void sessionCreated(NextFilter next, IoSession connection) {
        next.sessionCreated(connection);
        own = pauses.bySession().get(((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID());
        pausedNs = clock.nanoTime();
    }

    @Override
    public void messageReceived(NextFilter next, IoSession connection, Object message) {
        next.messageReceived(connection, message);
        if (own != null && clock.nanoTime() - pausedNs > own.everyNs()) {
            connection.suspendRead();
            pausedNs = clock.nanoTime() + own.lengthNs();
            Future<?> ignored = pauses.timer().schedule(connection::resumeRead, own.lengthNs(), TimeUnit.NANOSECONDS);
        }
    }
}
