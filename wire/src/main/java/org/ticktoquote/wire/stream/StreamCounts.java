package org.ticktoquote.wire.stream;

/**
 * Counts of {@link Streams}, live: they change with every packet.
 *
 * <p>Every payload byte of a TCP segment is counted once: {@link #payloadBytes} is the sum of {@link #bytes}, {@link
 * #cutBytes}, {@link #retransmittedBytes}, {@link #lateBytes}, {@link #beforeBeginBytes}, {@link #behindEndBytes}, {@link
 * #outsideBytes} and {@link #keepAliveBytes}, and of what waits for earlier bytes.
 */
public final class StreamCounts {
    /** TCP segments, those without data included. */
    public long segments;

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

    /** Holes, and their bytes where known. Among them are those of {@link #unacknowledgedHoles} and {@link #jumps}. */
    public long holes;

    public long holeBytes;

    /** Holes that no acknowledgement proves: declared by time, by memory or by the end of the stream. */
    public long unacknowledgedHoles;

    /** Holes of unknown length: the stream went on far from where it was. */
    public long jumps;

    /** Bytes that frames had on the wire and the capture cut off. A retransmission can have brought them. */
    public long cutBytes;

    /** Segments that came before the bytes in front of them. */
    public long outOfOrder;

    /** Segments with bytes seen before, and these bytes. */
    public long retransmissions;

    public long retransmittedBytes;

    /** Time between a first transmission and its retransmission, ns. */
    public long longestRetransmissionNs;

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

    /** Resets among {@link #outside}. */
    public long outsideResets;

    /** Keep-alives; their bytes are no data. */
    public long keepAlives;

    public long keepAliveBytes;

    /** Segments of one byte sent into a closed window, repeated ones included. */
    public long windowProbes;

    /** Times that a receiver closed its window. */
    public long zeroWindows;

    /** SYNs seen again. */
    public long repeatedSyns;

    StreamCounts() {}
}
