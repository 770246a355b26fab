package org.ticktoquote.wire.stream;

import org.agrona.DirectBuffer;

/** Receives the bytes of one direction of a TCP connection, each byte once and in the order of the sender. */
public interface StreamReader {
    /** Ignores a stream. */
    StreamReader IGNORED = new StreamReader() {};

    /**
     * Receives the next bytes.
     *
     * @param timeNs time of their first transmission, ns since 1970-01-01 UTC; bytes that overtook others are delivered after
     *     those, with an earlier time
     * @param number number of the frame that carried them first
     */
    default void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {}

    /**
     * Reports bytes that the receiver acknowledged and the capture lacks.
     *
     * @param length number of bytes; 0 if unknown
     * @param timeNs time at which they were known to be missing
     */
    default void hole(long length, long timeNs) {}

    /**
     * Reports a retransmission of bytes whose first transmission was captured, once for each frame that carried a part of
     * them first. The bytes are not delivered again.
     *
     * @param number number of the frame of the retransmission
     */
    default void retransmitted(long number) {}

    /** Called once, after the last bytes. */
    default void end(StreamEnd how, long timeNs) {}
}
