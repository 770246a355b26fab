package org.ticktoquote.pricing.feed;

import java.io.IOException;
import org.agrona.DirectBuffer;

/**
 * Component 1: reads the socket on a thread of its own, {@code pricing-receiver}, and reads the clock right after.
 *
 * <p>It copies what it read and puts it on; while the queues behind it are full it does not read, and the kernel's
 * buffer fills: TCP holds the sender up, UDP drops.
 */
public interface FeedReceiver extends AutoCloseable {
    /** What a receiver tells about its socket, on its own thread. */
    interface Listener {
        /** The socket is open: bound, or connected to a peer. */
        void onOpen(String how, int localPort, int receiveBufferBytes);

        /** The peer closed the stream or broke it; the receiver tries to connect again. */
        void onBroken(String cause);

        /** A FIX venue logged on, refused something or logged out. */
        default void onSession(String state, String text) {}
    }

    /** The bound port; for a stream the peer's. */
    int port();

    /** Reads until it is closed; the body of the thread. */
    void run() throws IOException;

    /** Closes the socket and so ends {@link #run()}. */
    @Override
    void close();

    /**
     * What one receive call delivered: a whole datagram, or, from a stream, one message.
     *
     * @param bytes the packet's own copy
     * @param datagram whether a packet header stands before the messages
     * @param arrivedNs clock read immediately after the receive call that completed it
     */
    public record FeedPacket(DirectBuffer bytes, boolean datagram, long arrivedNs) {}
}
