package org.ticktoquote.pricing.fix;

import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;

/**
 * The filter nearest to the socket: reads the clock on the sending thread, before the bytes enter the socket's queue.
 *
 * <p>The sender finds the stamp of its own last message, since QuickFIX/J runs down the chain on the sender's thread.
 */
final class OutStamp extends IoFilterAdapter {
    private final NanoClock clock;
    private final ThreadLocal<Stamp> stamps = ThreadLocal.withInitial(Stamp::new);

    /** The stamp of the calling thread's last message. */
    private static final class Stamp {
        private long ns;
        private boolean set;
    }

    OutStamp(NanoClock clock) {
        this.clock = clock;
    }

    /** Forgets the calling thread's last message. */
    void clear() {
        stamps.get().set = false;
    }

    /** Whether a message of the calling thread came by since {@link #clear()}. */
    boolean set() {
        return stamps.get().set;
    }

    /** When it did. */
    long ns() {
        return stamps.get().ns;
    }

    @Override
    public void filterWrite(NextFilter nextFilter, IoSession session, WriteRequest request) {
        Stamp stamp = stamps.get();
        stamp.set = true;
        stamp.ns = clock.nanoTime();
        nextFilter.filterWrite(session, request);
    }

    /** Runs on the I/O thread of the connection, which MINA has named after itself. */
    @Override
    public void sessionCreated(NextFilter nextFilter, IoSession session) {
        FixThreadNames.nameCurrent();
        nextFilter.sessionCreated(session);
    }
}
