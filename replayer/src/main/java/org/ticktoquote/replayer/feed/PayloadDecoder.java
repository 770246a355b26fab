package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;

/**
 * Reads the prices in payloads of a protocol, so that the ticks of a recording of payloads are quotes.
 *
 * <p>Found through {@code META-INF/services} in the jars of {@code --plugin} of {@code t2q import}; needs a public
 * constructor without parameters. One instance reads a capture from its begin to its end, on one thread; the payloads are read
 * twice, by an instance each time, and both must say the same.
 */
public interface PayloadDecoder {
    /** Its name, which the declaration of payloads gives as {@code decoder}. */
    String protocol();

    /**
     * Says what a payload carries: no quote, one or several.
     *
     * @param line name of its line
     * @param length of the payload, which begins at the buffer's begin
     * @param sink takes it, before this method returns
     */
    void decode(String line, DirectBuffer payload, int length, QuoteSink sink);
}
