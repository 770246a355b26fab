package org.ticktoquote.replayer.feed;

import org.agrona.MutableDirectBuffer;

/**
 * A protocol of your own: a tick goes in, the bytes of a message come out. t2q does the rest: transport over UDP and TCP,
 * pacing, journals.
 *
 * <p>Found through {@code META-INF/services} in the jars of {@code --plugin}; needs a public constructor without
 * parameters. One instance serves one feed, and one thread calls it. {@link #tick} and {@link #heartbeat} must not
 * allocate, lock or log: they run between two ticks.
 */
public interface TickEncoder {
    /** Name of the protocol, in lower case: with {@code mine} the feeds are {@code mine+udp://} and {@code mine+tcp://}. */
    String protocol();

    /**
     * Encodes a tick; over UDP it is one datagram.
     *
     * @param to a buffer of 65,507 bytes
     * @return how many of them, from the first one; 0 when nothing is to be sent
     */
    int tick(FeedTick tick, MutableDirectBuffer to);

    /**
     * What a receiver learns before the first tick; over TCP also one that connects later, then with the number of the next
     * tick. Every message that the sink takes is a datagram, or the next bytes of the stream.
     */
    default void opening(SessionOpening opening, MessageSink sink) {}

    /** Shows that the feed is alive, when nothing was sent for a second. */
    default void heartbeat(long nextTickId, MessageSink sink) {}

    /** Ends the session; {@code lastTickId} is the number of the last tick. */
    default void end(long lastTickId, MessageSink sink) {}
}
