package org.ticktoquote.host.pingpong;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A way to one peer. One thread sends and one receives; closing ends a receive that waits. */
interface Link extends Closeable {
    /** Sends the bytes between position and limit as one message. */
    void send(ByteBuffer message) throws IOException;

    /**
     * Waits for bytes, or looks once where reception spins, and hands over the messages that they complete.
     *
     * @return false when the peer has ended
     */
    boolean receive(Inbox inbox) throws IOException;

    /** What was not granted, for people; empty when all was. */
    String trouble();

    @Override
    void close() throws IOException;
}
