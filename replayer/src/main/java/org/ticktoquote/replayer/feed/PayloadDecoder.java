package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;

/**
 * Decodes the prices in a protocol's payloads, so that a recording of payloads has quotes.
 *
 * <p>Found through {@code META-INF/services} in the jars of {@code --plugin} of {@code t2q import}. Needs a public
 * constructor without parameters. Payloads are read several times, each time by a new instance, in time order on one thread.
 * All instances must produce the same quotes.
 */
public interface PayloadDecoder {
    /** Returns the protocol's name, which is the {@code decoder} in a payload declaration. */
    String protocol();

    /**
     * Decodes a payload of zero or more quotes.
     *
     * @param line name of the payload's line
     * @param length payload length; the payload starts at offset 0 of the buffer
     * @param sink receives the quotes before this method returns
     */
    void decode(String line, DirectBuffer payload, int length, QuoteSink sink);
}
