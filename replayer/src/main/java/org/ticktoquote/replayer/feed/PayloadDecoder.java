package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;

/**
 * Decodes the prices in payloads of a protocol, so that a recording of payloads has quotes.
 *
 * <p>Found through {@code META-INF/services} in the jars of {@code --plugin} of {@code t2q import}. Needs a public
 * constructor without parameters. One instance reads a capture from start to end on one thread. The payloads are read twice,
 * each time by a new instance, and both must produce the same quotes.
 */
public interface PayloadDecoder {
    /** Returns the protocol's name, which the declaration of payloads gives as {@code decoder}. */
    String protocol();

    /**
     * Decodes a payload with no, one or several quotes.
     *
     * @param line name of the payload's line
     * @param length of the payload, which starts at offset 0 of the buffer
     * @param sink receives the quotes before this method returns
     */
    void decode(String line, DirectBuffer payload, int length, QuoteSink sink);
}
