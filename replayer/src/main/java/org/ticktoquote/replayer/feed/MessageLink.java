package org.ticktoquote.replayer.feed;

import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * An open {@link MessageTransport}. The pacer sends; {@link #abort}, {@link #connected} and {@link #facts} are for any thread.
 * {@link #send} and {@link #joined} must not allocate, lock or log.
 */
public interface MessageLink extends AutoCloseable {
    /** Where the messages are to be had: a URI without options of the sender. */
    String address();

    /** Counters and settings worth recording, by name. */
    Map<String, Long> facts();

    /** Whether somebody is there to receive. */
    boolean connected();

    /** Whether somebody came since this was asked the last time, and has heard nothing. */
    boolean joined();

    /** Sends a message, waiting while it is not taken; false when it did not leave. */
    boolean send(DirectBuffer buffer, int offset, int length);

    /** How long sends have waited so far because receivers did not read, as far as that is certain. Only ever grows. */
    default long waitedNs() {
        return 0;
    }

    /** Makes a send that waits give up, now and from now on. */
    void abort();

    /** Gives everything back. */
    @Override
    void close();
}
