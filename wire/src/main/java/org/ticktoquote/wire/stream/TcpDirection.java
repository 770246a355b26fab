package org.ticktoquote.wire.stream;

import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.SYN;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;

/**
 * One direction of a TCP connection. Puts its bytes in order, by its positions and the acknowledgements of its receiver.
 *
 * <p>A position is a sequence number extended beyond 32 bits; its lower half is the number in the header. A number is mapped to
 * the position nearest to the last one. Bytes before {@link #next} were delivered or declared missing; later ones wait in
 * {@link #bytes}. All times are packet times.
 */
final class TcpDirection {
    static final long NONE = Long.MAX_VALUE;
    /** A reset further away does not belong to this connection. */
    private static final long RESET_WINDOW = 1 << 20;
    /** Number of adjacent segments outside of the window that are accepted as the stream. */
    private static final int CONVINCING = 3;

    final Streams streams;
    /** Addresses of sender and receiver. */
    final Endpoints endpoints = new Endpoints();
    /** Number of its connection. */
    final int number;

    private final boolean forward;
    TcpDirection peer = this;

    final StreamCounts counts;
    private final SeenBytes bytes;
    private @Nullable StreamReader reader;

    boolean fromStart;
    boolean ended;
    private int syn;
    /** Position of its sender's FIN, or {@link #NONE}. */
    private long fin = NONE;

    private long finNs;
    boolean seen;
    private long lastSeenNs = Long.MIN_VALUE;

    /**
     * True if the last reset of this side was beyond everything sent. It then counts unless its sender continues (RFC 5961).
     */
    boolean resetAhead;

    private boolean begun;
    private long begin;
    /** Bytes before this position were delivered or declared missing. */
    private long next;
    /** End of the last byte seen or missed. */
    private long high;

    /** Position acknowledged by the receiver. Before the start: its first acknowledgement, or {@link #NONE}. */
    private long acknowledged = NONE;
    /** If beyond {@link #next}: position acknowledged by {@link #certainNs}, with bytes before it not yet captured. */
    private long certain;

    private long certainNs;

    private long acknowledgedNs;
    /** Segments outside of the window since the last one inside. */
    private int outsideRun;

    private int outsideNext;
    private long outsideAcknowledged = NONE;

    /**
     * Creates a direction without bytes.
     *
     * @param forward true if its sender opened the connection
     * @param from address of its sender
     * @param to address of its receiver
     */
    TcpDirection(Streams streams, int number, boolean forward, PacketAddress from, PacketAddress to) {
        this.streams = streams;
        this.number = number;
        this.forward = forward;
        counts = streams.counts;
        bytes = new SeenBytes(this, streams);
        endpoints.from.set(from);
        endpoints.to.set(to);
    }

    StreamReader reader() {
        StreamReader known = reader;
        if (known == null) {
            known = streams.handler.apply(
                    new StreamDirection(number, endpoints.from.socket(), endpoints.to.socket(), forward, fromStart));
            reader = known;
        }
        return known;
    }

    /** Returns whether a SYN begins another connection than this one. */
    boolean startsAnother(Packet first) {
        if (begun) {
            boolean refused = endedEmpty() && peer.endedEmpty();
            return fromStart ? syn != first.sequence || refused : first.sequence + 1 != (int) begin;
        }
        if (!first.has(ACK)) {
            return ended || peer.begun && (!peer.fromStart || acknowledgesOther(first.sequence + 1));
        }
        return ended || peer.fromStart && !isNear(first.acknowledged - (peer.syn + 1), 0);
    }

    boolean bothEnded() {
        return ended && peer.ended;
    }

    private boolean endedEmpty() {
        return ended && (!begun || next == begin);
    }

    /** Registers a segment, and declares the holes that are certain by now. */
    void onSegment() {
        seen = true;
        lastSeenNs = streams.nowNs;
        expire();
        peer.expire();
    }

    /** Starts with a SYN. */
    void synchronise(Packet first) {
        if (!begun) {
            begin(first(first.sequence + 1));
        }
        fromStart = true;
        syn = first.sequence;
    }

    /** Starts midway. Skips bytes acknowledged some time ago, because the time at which they were sent is unknown. */
    private void beginInTheMiddle(Packet segment) {
        long sent = first(segment.sequence);
        long at = firstKnown(sent, streams.nowNs - streams.limits.graceNs());
        boolean single = segment.wireLength == 1 && !segment.has(FIN); // it can be a keep-alive
        begin(at == sent && single ? at + 1 : at);
        fin = ended ? next : NONE;
    }

    /** Declares the holes that are certain after the time that has passed. */
    private void expire() {
        if (!begun || ended || acknowledged <= next && bytes.head() == null && fin == NONE) {
            return;
        }
        long nowNs = streams.nowNs;
        expect(nowNs);
        if (certain > next
                && (nowNs - certainNs >= streams.limits.graceNs() || certain - next > streams.limits.windowBytes())) {
            long end = Math.min(fin, certain);
            while (next < end && !(gapEnd() == NONE && end == next + 1)) {
                closeGap(Math.min(end, gapEnd()));
            }
            if (acknowledged > certain) {
                certain = acknowledged;
                certainNs = nowNs;
            }
        }
        while (isWaiting() && nowNs - gapNs() >= streams.limits.silenceNs() && peer.lastSeenNs < gapNs()) {
            closeGap(gapEnd());
        }
        endIfComplete();
    }

    /** Returns the end of the missing bytes as shown by later bytes or the FIN; {@link #NONE} if unknown. */
    private long gapEnd() {
        Segment head = bytes.head();
        return head == null ? fin : head.position;
    }

    private long gapNs() {
        Segment head = bytes.head();
        return head == null ? finNs : head.timeNs;
    }

    private boolean isWaiting() {
        return gapEnd() != NONE && next < gapEnd();
    }

    /** Declares the bytes before a position missing, and delivers the bytes after it. */
    private void closeGap(long to) {
        long end = to;
        Segment head = bytes.head();
        if (head != null && head.doubtful && head.position == to) {
            bytes.removeHead();
            counts.keepAliveBytes++;
            end++;
        }
        hole(end - next);
        drain();
    }

    private void hole(long length) {
        counts.holes++;
        counts.holeBytes += length;
        bytes.lastDelivered = streams.delivered.put(bytes.lastDelivered, next, 0, DeliveredBytes.NONE);
        next += length;
        high = Math.max(high, next);
        reader().hole(length, streams.nowNs);
    }

    private void drain() {
        for (Segment head = bytes.head(); head != null && head.position == next; head = bytes.head()) {
            if (head.cut) {
                hole(head.length);
            } else {
                deliver(head.bytes, 0, head.length, head.timeNs, head.number);
            }
            bytes.removeHead();
        }
    }

    private void deliver(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
        bytes.lastDelivered = streams.delivered.add(bytes.lastDelivered, next, buffer, offset, length, number);
        next += length;
        high = Math.max(high, next);
        counts.bytes += length;
        reader().bytes(buffer, offset, length, timeNs, number);
    }

    /** Handles the data and the FIN of a segment; returns false if it belongs to another connection. */
    boolean data(Packet segment) {
        int length = segment.wireLength;
        boolean last = segment.has(FIN);
        int sequence = segment.has(SYN) ? segment.sequence + 1 : segment.sequence;
        if (length == 0 && !last) {
            return true;
        }
        if (!begun) {
            beginInTheMiddle(segment);
        }
        long from = position(sequence);
        if (isOutside(from + length)) {
            if (length == 0 || !isContinuation(sequence, length)) {
                counts.payloadBytes += length;
                counts.outsideBytes += length;
                return true;
            }
            if (ended) {
                return false;
            }
            flush();
            counts.holes++;
            reader().hole(0, streams.nowNs);
            bytes.lastDelivered = DeliveredBytes.NONE;
            fin = NONE;
            jump(sequence); // the same stream continues at another position
            from = next;
        }
        outsideRun = 0;
        counts.payloadBytes += length;
        if (bytes.head() == null && from == next && fin == NONE && segment.length == length && !last) {
            deliver(segment.buffer, segment.offset, length, segment.timeNs, segment.number);
        } else {
            disordered(segment, from);
            endIfComplete();
        }
        return true;
    }

    private void disordered(Packet packet, long start) {
        boolean last = packet.has(FIN);
        if (packet.wireLength == 1 && !last && start == next - 1 && next == high) {
            counts.keepAliveBytes++;
            return;
        }
        long end = start + packet.wireLength;
        if (last && fin == NONE && end >= high) {
            fin = end;
            finNs = streams.nowNs;
        }
        if (end > fin) {
            counts.afterEndBytes += end - Math.max(start, fin);
            end = Math.max(start, fin);
        }
        while (bytes.head() != null && bytes.isFull(streams.limits.sideBytes())) {
            closeGap(gapEnd());
        }
        bytes.begin(packet, start);
        counts.beforeBeginBytes += Math.max(0, Math.min(begin, end) - start);
        bytes.compare(Math.max(start, begin), Math.min(end, next));
        long from = Math.max(start, next);
        if (from < end) { // bytes that have not been delivered yet
            if (from > next && bytes.isFull(NONE)) {
                hole(from - next);
            }
            counts.outOfOrder += from > next ? 1 : 0;
            bytes.keep(from, end, packet.wireLength == 1 && !last && from > high);
            high = Math.max(high, end);
        }
        bytes.end();
        drain();
    }

    private void endIfComplete() {
        if (next >= fin) {
            end(StreamEnd.CLOSED);
        }
    }

    /** Ends the direction, whether or not its sender has closed it. */
    void abort(StreamEnd how) {
        if (begun && !ended) {
            flush();
            endIfComplete();
        }
        end(how);
        fin = begun ? next : NONE;
    }

    /** Delivers all waiting bytes. */
    private void flush() {
        while (!ended && isWaiting()) {
            closeGap(gapEnd());
        }
    }

    private void end(StreamEnd how) {
        StreamReader known = ended ? null : reader;
        ended = true;
        if (known != null) {
            known.end(how, streams.nowNs);
        }
    }

    private static long first(int sequence) {
        return (1L << 32) + Integer.toUnsignedLong(sequence);
    }

    private static long nearest(long position, int sequence) {
        return position + (sequence - (int) position);
    }

    private boolean isNear(long one, long other) {
        return Math.abs(one - other) <= streams.limits.windowBytes();
    }

    private void begin(long at) {
        begun = true;
        begin = at;
        next = at;
        high = at;
        certain = at;
        long told = nearest(at, (int) acknowledged);
        acknowledged = acknowledged != NONE && isNear(told, at) ? told : at;
    }

    /** Restarts at another sequence number. */
    private void jump(int sequence) {
        acknowledged = NONE;
        outsideAcknowledged = NONE;
        begin(first(sequence));
    }

    /**
     * Returns the first position whose time is known. Bytes that were acknowledged some time ago were sent earlier, at an
     * unknown time.
     */
    private long firstKnown(long at, long beforeNs) {
        long told = nearest(at, (int) acknowledged);
        return acknowledged != NONE && told > at && isNear(told, at) && acknowledgedNs <= beforeNs ? told : at;
    }

    private long top() {
        return Math.max(high, acknowledged);
    }

    private long position(int sequence) {
        return nearest(top(), sequence);
    }

    private boolean isOutside(long to) {
        return to < next - streams.limits.windowBytes() || to > top() + streams.limits.windowBytes();
    }

    /** Returns whether the other side acknowledged a different number before the start. */
    private boolean acknowledgesOther(int number) {
        return acknowledged != NONE && (int) acknowledged != number;
    }

    /** Handles an acknowledgement of the other side. Ignores one that is outside of the window. */
    void acknowledge(int number, long nowNs) {
        if (!begun) {
            if (acknowledged == NONE || (int) acknowledged != number) {
                acknowledged = first(number);
                acknowledgedNs = nowNs;
            }
        } else if (isOutside(position(number))) {
            outsideAcknowledged = position(number);
        } else {
            acknowledged = Math.max(acknowledged, position(number));
            expect(nowNs);
        }
    }

    /** Starts waiting for bytes that were acknowledged before they were captured. */
    private void expect(long nowNs) {
        if (certain <= next && acknowledged > next) {
            certain = acknowledged;
            certainNs = nowNs;
        }
    }

    /** Returns whether a segment outside of the window is the stream, continued at another position. */
    private boolean isContinuation(int sequence, int length) {
        outsideRun = outsideRun > 0 && sequence == outsideNext ? outsideRun + 1 : 1;
        outsideNext = sequence + length;
        boolean isAcknowledged = outsideAcknowledged != NONE && isNear(outsideNext - (int) outsideAcknowledged, 0);
        return outsideRun >= CONVINCING || isAcknowledged;
    }

    /** Returns whether a reset from this side can belong to this connection. */
    boolean acceptsReset(int sequence) {
        if (begun) {
            long position = position(sequence);
            resetAhead = position > top() + 1;
            return position >= next - RESET_WINDOW && position <= top() + RESET_WINDOW;
        }
        return acknowledged == NONE || Math.abs((long) (sequence - (int) acknowledged)) <= RESET_WINDOW;
    }
}
