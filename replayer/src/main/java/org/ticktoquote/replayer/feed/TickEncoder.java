package org.ticktoquote.replayer.feed;

import org.agrona.MutableDirectBuffer;

/**
 * Encodes ticks in a user's protocol. t2q provides the rest: transport over UDP and TCP, pacing, journals.
 *
 * <p>Found through {@code META-INF/services} in the jars of {@code --plugin}. Needs a public constructor without parameters.
 * One instance serves one feed and is called by one thread. {@link #tick} and {@link #heartbeat} must not allocate, lock or
 * log, because they run between two ticks.
 */
public interface TickEncoder {
    /**
     * Returns the protocol's name in lower case. With {@code mine}, the feeds are {@code mine+udp://} and
     * {@code mine+tcp://}.
     */
    String protocol();

    /**
     * Encodes a tick. Over UDP the message is one datagram.
     *
     * @param to a buffer of 65,507 bytes
     * @return length of the message, which starts at offset 0; 0 to send nothing
     */
    int tick(FeedTick tick, MutableDirectBuffer to);

    /**
     * Encodes the messages before the first tick. Over TCP it is also called for a receiver that connects later, with the
     * number of the next tick. Each message passed to the sink is a datagram or the next bytes of the stream.
     */
    default void opening(SessionOpening opening, MessageSink sink) {}

    /** Encodes a heartbeat, after a second without a send. */
    default void heartbeat(long nextTickId, MessageSink sink) {}

    /** Encodes the end of the session, where {@code lastTickId} is the number of the last tick. */
    default void end(long lastTickId, MessageSink sink) {}
}
