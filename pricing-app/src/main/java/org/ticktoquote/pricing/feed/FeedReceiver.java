package org.ticktoquote.pricing.feed;

import java.io.IOException;
import org.agrona.DirectBuffer;

/**
 * Component 1: reads the socket on a separate thread, {@code pricing-receiver}, and the clock directly after each read.
 *
 * <p>Copies the data and passes it on. While the next queues are full it does not read, and the kernel's buffer fills. TCP
 * then blocks the sender, and UDP drops datagrams.
 */
public interface FeedReceiver extends AutoCloseable {
    /** Notified of socket events, on the receiver's thread. */
    interface Listener {
        /** The socket is bound, or connected to a peer. */
        void onOpen(String how, int localPort, int receiveBufferBytes);

        /** The peer closed or broke the stream. The receiver tries to connect again. */
        void onBroken(String cause);

        /** A FIX venue logged on, rejected something or logged out. */
        default void onSession(String state, String text) {}
    }

    /** Returns the bound port; for a stream, the peer's port. */
    int port();

    /** Reads until closed. Runs as the thread's body. */
    void run() throws IOException;

    /** Closes the socket, which ends {@link #run()}. Does not wait for it: it can be blocked by a full queue. */
    @Override
    void close();

    /**
     * Received data: a whole datagram, or one message of a stream.
     *
     * @param bytes a copy for this packet
     * @param datagram true if a packet header precedes the messages
     * @param arrivedNs clock reading directly after the receive call that completed it
     */
    public record FeedPacket(DirectBuffer bytes, boolean datagram, long arrivedNs) {}
}
