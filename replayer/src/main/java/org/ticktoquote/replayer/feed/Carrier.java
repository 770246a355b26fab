package org.ticktoquote.replayer.feed;

import java.nio.ByteBuffer;
import java.util.Map;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * Carries the messages of a feed to its receivers: the sockets of UDP and TCP, or the link of a plug-in. The pacer sends;
 * {@link #abort}, {@link #connected} and {@link #facts} are for any thread. {@link #send} and {@link #hasNewcomers} do not allocate,
 * lock or log.
 */
interface Carrier extends AutoCloseable {
    /** Where the messages are to be had: a URI without options of the sender. */
    String address();

    /** Counters and settings worth recording, by name. */
    Map<String, Long> facts();

    /** Whether somebody is there to receive; always true where that cannot be known. */
    default boolean connected() {
        return true;
    }

    /** Whether a receiver came that has heard nothing. */
    default boolean hasNewcomers() {
        return false;
    }

    /** Takes newcomers in among the receivers. May allocate. */
    default void takeNewcomers() {}

    /** Sends the message of a tick; false when it did not leave whole to everyone who should have it. */
    boolean send(ByteBuffer tick);

    /** Sends another message to all receivers. */
    void sendOther(ByteBuffer message);

    /** Sends another message to the newcomers that were taken in last, or to all where they cannot be told apart. */
    default void sendToNewcomers(ByteBuffer message) {
        sendOther(message);
    }

    /** How long sends have waited so far because receivers did not read, as far as that is certain. Only ever grows. */
    default long waitedNs() {
        return 0;
    }

    /** Shows every message that leaves from now on. */
    void trace(MessageTrace shown);

    /** Makes a send that waits give up, now and from now on. */
    default void abort() {
        // a datagram never waits for its receiver
    }

    @Override
    void close();
}
