package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;

/**
 * One application on a TCP feed.
 *
 * <p>The pacer writes and, when that fails, marks the connection unusable; the acceptor's thread reads, which shows the
 * end, and closes.
 */
final class TcpConnection {
    final SocketChannel channel;
    final String peer;
    private final LongSupplier closedNs;
    private volatile boolean usable = true;

    /**
     * Over a channel in non-blocking mode.
     *
     * @param closedNs for how long its window was closed
     */
    TcpConnection(SocketChannel channel, String peer, LongSupplier closedNs) {
        this.channel = channel;
        this.peer = peer;
        this.closedNs = closedNs;
    }

    boolean usable() {
        return usable;
    }

    void unusable() {
        usable = false;
    }

    /** Writes all of it, waiting while the application does not read; false when it did not leave whole. */
    boolean write(ByteBuffer frames, BackPressure backPressure) {
        try {
            channel.write(frames);
            if (!frames.hasRemaining() || backPressure.writeRest(channel, frames, closedNs)) {
                return true;
            }
        } catch (IOException gone) {
            usable = false; // the caller counts it; the acceptor says who it was
            return false;
        }
        usable = false; // part of a message is out: nothing that follows could be understood
        return false;
    }
}
