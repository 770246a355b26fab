package org.ticktoquote.clients.engine;

import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;

/**
 * The first filter of a connection: reads the clock when bytes arrive, with TLS still encrypted.
 *
 * <p>One per connection, used by its I/O thread only; no allocation.
 */
final class ReadStamp extends IoFilterAdapter {
    private final NanoClock clock;
    private Runnable atEnd = () -> {};
    private long readAtNs;

    ReadStamp(NanoClock clock) {
        this.clock = clock;
    }

    /** What is run when the connection has ended, whatever the filters in between make of it. */
    void atEnd(Runnable action) {
        atEnd = action;
    }

    @Override
    public void messageReceived(NextFilter next, IoSession connection, Object message) {
        readAtNs = clock.nanoTime();
        next.messageReceived(connection, message);
    }

    /** A TLS filter whose handshake failed keeps the end from those behind it, so the tap is informed from here. */
    @Override
    public void sessionClosed(NextFilter next, IoSession connection) {
        try {
            next.sessionClosed(connection);
        } finally {
            atEnd.run();
        }
    }

    /** When the bytes that are being handed on were read, monotonic. */
    long readAtNs() {
        return readAtNs;
    }
}
