package org.ticktoquote.wire.stream;

/**
 * Counts of {@link Streams}, live: they change with every packet.
 *
 * <p>Every payload byte of a TCP segment is counted once: {@link #payloadBytes} is the sum of {@link #bytes}, {@link
 * #cutBytes}, {@link #retransmittedBytes}, {@link #lateBytes}, {@link #beforeBeginBytes}, {@link #behindEndBytes}, {@link
 * #outsideBytes} and {@link #keepAliveBytes}, and of what waits for earlier bytes.
 */
public final class StreamCounts {
    /** Payload that they had on the wire, without that of resets. */
    public long payloadBytes;

    /** Connections, and of these: with their begin in the capture. */
    public long connections;

    public long connectionsFromStart;

    /** Connections ended so far of which one direction only was captured. */
    public long oneDirectional;

    /** Connections whose ports began another one before they had ended. */
    public long replaced;

    /** Connections given up before they had ended, to keep memory bounded. */
    public long forgotten;

    /** Bytes delivered. */
    public long bytes;

    /** Holes, and their bytes where known. */
    public long holes;

    public long holeBytes;

    /** Bytes that frames had on the wire and the capture cut off. A retransmission can have brought them. */
    public long cutBytes;

    /** Segments that came before the bytes in front of them. */
    public long outOfOrder;

    /** Segments with bytes seen before, and these bytes. */
    public long retransmissions;

    public long retransmittedBytes;

    /** Segments that overlap earlier ones with different bytes, and how many bytes differ. The first ones count. */
    public long conflicts;

    public long conflictingBytes;

    /** Bytes that came after they were declared a hole. */
    public long lateBytes;

    /** Bytes before the first ones of a stream that began before the capture. */
    public long beforeBeginBytes;

    /** Bytes behind the end that FIN or RST set. */
    public long behindEndBytes;

    /** Segments outside of the window, resets, ends and acknowledgements among them. */
    public long outside;

    public long outsideBytes;

    /** Keep-alives, and repeated probes of a closed window; their bytes are no data. */
    public long keepAlives;

    public long keepAliveBytes;
}
