package org.ticktoquote.replayer.feed;

import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Open {@link MessageTransport}. The pacer sends. {@link #abort}, {@link #connected} and {@link #facts} are safe for any
 * thread. {@link #send} and {@link #joined} must not allocate, lock or log.
 */
public interface MessageLink extends AutoCloseable {
    /** Returns the URI at which receivers find the messages, without the sender's options. */
    String address();

    /** Returns counters and settings worth recording, by name. */
    Map<String, Long> facts();

    /** Returns true if a receiver is connected. */
    boolean connected();

    /** Returns true if a receiver has joined since the last call and has not been sent the opening. */
    boolean joined();

    /** Sends a message and waits until the link accepts it. Returns false if the message did not leave. */
    boolean send(DirectBuffer buffer, int offset, int length);

    /** Returns the total time for which sends provably waited for receivers that did not read. Never decreases. */
    default long waitedNs() {
        return 0;
    }

    /** Makes the current send and all later ones give up waiting. */
    void abort();

    /** Releases all resources. */
    @Override
    void close();
}
