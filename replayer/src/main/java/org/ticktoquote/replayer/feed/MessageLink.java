package org.ticktoquote.replayer.feed;

import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Open link of a {@link MessageTransport}. One thread, the pacer, sends. {@link #abort}, {@link #connected} and
 * {@link #facts} are safe for any thread. {@link #send} and {@link #joined} must not allocate, lock or log.
 */
public interface MessageLink extends AutoCloseable {
    /** Returns the URI at which receivers find the messages, without the sender's options. */
    String address();

    /** Returns counters and settings worth recording, by name. */
    Map<String, Long> facts();

    /** Returns true if a receiver is connected. */
    boolean connected();

    /** Returns true if a receiver that needs the opening has joined since the last call. */
    boolean joined();

    /** Sends a message and waits until the link accepts it. Returns false if the message was not sent. */
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
