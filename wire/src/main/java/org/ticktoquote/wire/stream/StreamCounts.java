package org.ticktoquote.wire.stream;

/**
 * Counts of {@link Streams}. Live: they change with every packet.
 *
 * <p>Every payload byte of a TCP segment is counted once: {@link #payloadBytes} is the sum of {@link #bytes}, {@link
 * #cutBytes}, {@link #retransmittedBytes}, {@link #lateBytes}, {@link #beforeBeginBytes}, {@link #afterEndBytes}, {@link
 * #outsideBytes}, {@link #keepAliveBytes} and the bytes that wait for earlier ones.
 */
public final class StreamCounts {
    /** Payload bytes on the wire, without payload of resets. */
    public long payloadBytes;

    /** All connections, and those whose start was captured. */
    public long connections;

    public long connectionsFromStart;

    /** Ended connections with only one direction captured. */
    public long oneDirectional;

    /** Connections dropped before they ended, to bound memory. */
    public long forgotten;

    /** Bytes delivered. */
    public long bytes;

    /** Holes, and their bytes as far as known. */
    public long holes;

    public long holeBytes;

    /** Bytes that the capture truncated. A retransmission can have carried them. */
    public long cutBytes;

    /** Segments that arrived before earlier bytes. */
    public long outOfOrder;

    /** Segments with bytes seen before, and the number of these bytes. */
    public long retransmissions;

    public long retransmittedBytes;

    /** Segments that overlap earlier ones with different bytes, and the number of these bytes. The first bytes are used. */
    public long conflicts;

    public long conflictingBytes;

    /** Bytes that arrived after they were declared a hole. */
    public long lateBytes;

    /** Bytes before the first ones of a stream captured midway. */
    public long beforeBeginBytes;

    /** Bytes after the end set by FIN or RST. */
    public long afterEndBytes;

    /** Bytes outside of the window. */
    public long outsideBytes;

    /** Bytes of keep-alives and repeated window probes, which are not data. */
    public long keepAliveBytes;
}
