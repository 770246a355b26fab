package org.ticktoquote.replayer.feed;

import java.nio.ByteBuffer;
import java.util.Map;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * Sends a feed's messages to its receivers over UDP, TCP or a plug-in's link. One thread, the pacer, sends. {@link #abort},
 * {@link #connected} and {@link #facts} are safe for any thread. {@link #send} and {@link #hasJoined} do not allocate, lock
 * or log.
 */
interface MessageSender extends AutoCloseable {
    /** Returns the URI at which receivers find the messages, without the sender's options. */
    String address();

    /** Returns counters and settings worth recording, by name. */
    Map<String, Long> facts();

    /** Returns true if a receiver is connected, or if the sender cannot know. */
    default boolean connected() {
        return true;
    }

    /** Returns true if a receiver has joined and has not been sent the opening. */
    default boolean hasJoined() {
        return false;
    }

    /** Adds newcomers to the receivers. Can allocate. */
    default void admitJoined() {}

    /** Sends the message of a tick. Returns false unless all of it was sent to every receiver. */
    boolean send(ByteBuffer tick);

    /** Sends a message other than a tick to all receivers. */
    void sendControl(ByteBuffer message);

    /**
     * Sends a message other than a tick to the newcomers admitted last, or to all receivers if newcomers cannot be
     * distinguished.
     */
    default void sendToJoined(ByteBuffer message) {
        sendControl(message);
    }

    /** Returns the total time for which sends provably waited for receivers that did not read. Never decreases. */
    default long waitedNs() {
        return 0;
    }

    /** Passes every message sent from now on to a trace. */
    void trace(MessageTrace shown);

    /** Makes the current send and all later ones give up waiting. */
    default void abort() {
        // a datagram never waits for its receiver
    }

    @Override
    void close();
}
