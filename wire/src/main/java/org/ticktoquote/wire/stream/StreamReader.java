package org.ticktoquote.wire.stream;

import org.agrona.DirectBuffer;

/** Takes what one direction of a TCP connection carried, each byte once and in the order of the sender. */
public interface StreamReader {
    /** Takes nothing of a stream. */
    StreamReader IGNORED = new StreamReader() {};

    /**
     * The next bytes.
     *
     * @param timeNs when they were on the wire for the first time, ns since 1970-01-01 UTC; bytes that overtook others on
     *     their way come here behind those, with an earlier time
     * @param number of the frame that brought them first
     */
    default void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {}

    /**
     * Bytes that the receiver acknowledged stand here, and the capture does not have them.
     *
     * @param length how many; 0 where nobody can tell
     * @param timeNs when it was certain that they are missing
     */
    default void hole(long length, long timeNs) {}

    /**
     * Reports a retransmission of bytes whose first transmission the capture has. Its bytes are not delivered again.
     *
     * @param length of the part that one earlier frame had carried
     * @param firstTimeNs when these bytes were on the wire for the first time
     * @param firstNumber of the frame that brought them first
     * @param timeNs when they were retransmitted
     * @param number of the frame that retransmitted them
     * @param same false where its bytes differ from those delivered
     */
    default void retransmitted(
            int length, long firstTimeNs, long firstNumber, long timeNs, long number, boolean same) {}

    /** Nothing more will come. */
    default void end(StreamEnd how, long timeNs) {}
}
