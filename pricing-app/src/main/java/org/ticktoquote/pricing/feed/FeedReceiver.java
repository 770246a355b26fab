package org.ticktoquote.pricing.feed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.control.StatusLine;

/**
 * Component 1: reads the socket on a separate thread, {@code pricing-receiver}, and the clock directly after each read.
 *
 * <p>Copies the data and passes it on. While the next queues are full it does not read, and the kernel's buffer fills. TCP
 * then blocks the sender, and UDP drops datagrams. Reports socket events as status lines, on the receiver's thread.
 */
public interface FeedReceiver extends AutoCloseable {
    /** Status of lines about the market-data socket. */
    String FEED = "feed";

    /** Returns the status line of a socket that is bound, or connected to a peer. */
    static StatusLine opened(String how, int localPort, int receiveBufferBytes) {
        return StatusLine.of(
                FEED,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("state", how)
                        .put("port", localPort)
                        .put("receiveBufferBytes", receiveBufferBytes));
    }

    /** Returns the status line of a stream that the peer closed or broke. The receiver tries to connect again. */
    static StatusLine broken(String cause) {
        return StatusLine.of(
                FEED,
                JsonNodeFactory.instance.objectNode().put("state", "broken").put("cause", cause));
    }

    /** Returns the status line of a FIX venue that logged on, rejected something or logged out. */
    static StatusLine inSession(String state, String text) {
        return StatusLine.of(
                FEED, JsonNodeFactory.instance.objectNode().put("state", state).put("text", text));
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
    record FeedPacket(DirectBuffer bytes, boolean datagram, long arrivedNs) {}
}
