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
    private long readAtNs;

    ReadStamp(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public void messageReceived(NextFilter next, IoSession connection, Object message) {
        readAtNs = clock.nanoTime();
        next.messageReceived(connection, message);
    }

    /** When the bytes that are being handed on were read, monotonic. */
    long readAtNs() {
        return readAtNs;
    }
}
