package org.ticktoquote.wire.stream;

import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.RST;
import static org.ticktoquote.wire.packet.Packet.SYN;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/**
 * One direction of a TCP connection: puts its bytes in order.
 *
 * <p>A position is a sequence number carried on beyond 32 bits; its lower half is the number in the header. Bytes before
 * {@link #next} are delivered or declared missing; those behind wait in {@link #pending}. All times are those of packets.
 */
final class TcpDirection extends SequenceSpace {
    private static final long NONE = -1;

    private final Streams streams;
    private final StreamCounts counts;
    private final StreamLimits limits;
    private final PendingSegments pending;
    private final TcpConnection connection;
    private final Retransmissions retransmissions;
    private @Nullable StreamReader reader;

    private boolean seen;
    private boolean fromStart;
    private boolean ended;
    private boolean windowClosed;
    private int syn;
    private long fin;
    private long finNs;
    private long lastSeenNs;

    TcpDirection(Streams streams, TcpConnection connection) {
        super(streams.limits().windowBytes());
        this.streams = streams;
        this.connection = connection;
        counts = streams.counts();
        limits = streams.limits();
        retransmissions = new Retransmissions(this, streams.delivered(), counts);
        pending = new PendingSegments(streams.pool(), retransmissions);
        clear();
    }

    /** Prepares it for another connection. */
    void clear() {
        reader = null;
        seen = false;
        fromStart = false;
        ended = false;
        windowClosed = false;
        fin = NONE;
        forget();
        retransmissions.clear();
    }

    boolean seen() {
        return seen;
    }

    boolean ended() {
        return ended;
    }

    boolean fromStart() {
        return fromStart;
    }

    /** Whether a SYN begins another connection than the one known. */
    boolean isOther(Packet first, TcpDirection peer) {
        if (ended && !begun) {
            return true;
        }
        if (begun) {
            boolean refused = endedEmpty() && peer.endedEmpty();
            return fromStart ? syn != first.sequence || refused : first.sequence + 1 != (int) begin;
        }
        if (!first.has(Packet.ACK)) {
            return peer.begun && (!peer.fromStart || acknowledgesOther(first.sequence + 1));
        }
        return peer.fromStart && Math.abs((long) (first.acknowledged - (peer.syn + 1))) > limits.windowBytes();
    }

    private boolean endedEmpty() {
        return ended && (!begun || next == begin);
    }

    /** Takes note of a segment, declares holes that are certain by now. */
    void arrived(Packet segment, TcpDirection peer, long nowNs) {
        seen = true;
        lastSeenNs = nowNs;
        expire(peer, nowNs);
        peer.expire(this, nowNs);
        if (segment.has(RST)) {
            return;
        }
        boolean closed = segment.window == 0;
        if (closed && !windowClosed) {
            counts.zeroWindows++;
        }
        windowClosed = closed;
    }

    /** Begins with a SYN. */
    void synchronise(Packet first) {
        if (begun) {
            counts.repeatedSyns += fromStart ? 1 : 0;
        } else {
            begin(first(first.sequence + 1));
        }
        fromStart = true;
        syn = first.sequence;
    }

    /** In the middle: bytes acknowledged some time ago were sent before, so their time is not known. */
    private void beginInTheMiddle(Packet segment, long nowNs) {
        long sent = first(segment.sequence);
        long at = firstKnown(sent, nowNs - limits.graceNs());
        boolean single = segment.wireLength == 1 && !segment.has(FIN); // it can be a keep-alive's
        begin(at == sent && single ? at + 1 : at);
    }

    /** Declares holes that time has made certain. */
    private void expire(TcpDirection peer, long nowNs) {
        if (!begun || ended || acknowledged <= next && pending.isEmpty() && fin == NONE) {
            return;
        }
        expect(nowNs);
        boolean due = nowNs - certainNs >= limits.graceNs() || certain - next > limits.windowBytes();
        if (certain > next && due) {
            long end = fin == NONE ? certain : Math.min(fin, certain);
            while (next < end && !(pending.isEmpty() && end == next + 1 && fin == NONE)) {
                closeGap(Math.min(end, gapEnd(end)), nowNs);
            }
            if (acknowledged > certain) {
                certain = acknowledged;
                certainNs = nowNs;
            }
        }
        while (next < gapEnd(next) && nowNs - gapNs() >= limits.silenceNs() && peer.isSilentSince(gapNs())) {
            counts.unacknowledgedHoles++;
            closeGap(gapEnd(next), nowNs);
        }
        endIfComplete(nowNs);
    }

    private boolean isSilentSince(long timeNs) {
        return !seen || lastSeenNs < timeNs;
    }

    /** Where the missing bytes end, as far as later ones or the sender's end show. */
    private long gapEnd(long otherwise) {
        Segment head = pending.head();
        return head != null ? head.position : fin != NONE ? fin : otherwise;
    }

    private long gapNs() {
        Segment head = pending.head();
        return head != null ? head.seenNs : finNs;
    }

    /** Declares the bytes before a position missing, and delivers those behind. */
    private void closeGap(long to, long nowNs) {
        long end = to;
        Segment head = pending.head();
        if (head != null && head.doubtful && head.position == to) {
            streams.pool().give(pending.removeHead(head));
            retransmissions.keepAliveByte();
            end++;
        }
        hole(end - next, nowNs);
        drain(nowNs);
    }

    private void hole(long length, long nowNs) {
        counts.holes++;
        counts.holeBytes += length;
        retransmissions.hole(next, length);
        next += length;
        high = Math.max(high, next);
        reader().hole(length, nowNs);
    }

    StreamReader reader() {
        StreamReader known = reader;
        if (known == null) {
            known = streams.open(connection, this);
            reader = known;
        }
        return known;
    }

    private void drain(long nowNs) {
        for (Segment head = pending.head(); head != null && head.position == next; head = pending.head()) {
            pending.removeHead(head);
            if (head.cut) {
                hole(head.length, nowNs);
            } else {
                deliver(head.bytes(), 0, head.length, head.timeNs, head.number);
            }
            streams.pool().give(head);
        }
    }

    private void deliver(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
        retransmissions.delivered(next, buffer, offset, length, timeNs, number);
        next += length;
        high = Math.max(high, next);
        counts.bytes += length;
        reader().bytes(buffer, offset, length, timeNs, number);
    }

    /** Takes the data and the end that a segment carries; false where it belongs to another connection. */
    boolean data(Packet segment, TcpDirection peer, long nowNs) {
        int length = segment.wireLength;
        boolean last = segment.has(FIN);
        int sequence = segment.has(SYN) ? segment.sequence + 1 : segment.sequence;
        if (length == 0 && !last) {
            counts.keepAlives += begun && !segment.has(SYN) && sequence == (int) high - 1 ? 1 : 0;
            return true;
        }
        if (!begun) {
            beginInTheMiddle(segment, nowNs);
            fin = ended ? next : NONE;
        }
        long from = position(sequence);
        if (isOutside(from + length)) {
            if (!isConvincing(sequence, length)) {
                counts.payloadBytes += length;
                counts.outside++;
                counts.outsideBytes += length;
                return true;
            }
            if (ended) {
                return false;
            }
            jump(sequence, nowNs);
            from = next;
        }
        inside();
        counts.payloadBytes += length;
        if (!pending.isEmpty() || from != next || fin != NONE || segment.length != length || last) {
            disordered(segment, from, length, last, peer, nowNs);
            endIfComplete(nowNs);
        } else {
            deliver(segment.buffer, segment.offset, length, segment.timeNs, segment.number);
            counts.windowProbes += length == 1 && peer.windowClosed ? 1 : 0;
        }
        return true;
    }

    /** Goes on somewhere else in the same stream. */
    private void jump(int sequence, long nowNs) {
        flush(nowNs);
        counts.holes++;
        counts.jumps++;
        reader().hole(0, nowNs);
        retransmissions.clear();
        forget();
        fin = NONE;
        begin(first(sequence));
    }

    private void disordered(Packet packet, long start, int length, boolean last, TcpDirection peer, long nowNs) {
        if (length == 1 && !last && start == high - 1) {
            counts.keepAliveBytes++;
            counts.keepAlives += peer.windowClosed ? 0 : 1;
            counts.windowProbes += peer.windowClosed ? 1 : 0;
            return;
        }
        long end = start + length;
        if (last) {
            finish(end, nowNs);
        }
        if (fin != NONE && end > fin) {
            counts.behindEndBytes += end - Math.max(start, fin);
            end = Math.max(start, fin);
        }
        makeRoom(nowNs);
        retransmissions.begin(packet);
        if (start < next) {
            retransmissions.compare(start, begin, Math.min(end, next));
        }
        long from = Math.max(start, next);
        if (from < end) {
            fresh(packet, start, from, end, nowNs);
        }
        retransmissions.end();
        drain(nowNs);
    }

    private void finish(long end, long nowNs) {
        if (fin == NONE && end >= high) {
            fin = end;
            finNs = nowNs;
        } else if (end != fin) {
            counts.outside++;
        }
    }

    /** Gives up waiting for missing bytes where what waits behind them takes too much memory. */
    private void makeRoom(long nowNs) {
        while (!pending.isEmpty()
                && (pending.bytes() >= limits.directionBytes() || streams.pool().isEmpty())) {
            counts.unacknowledgedHoles++;
            closeGap(gapEnd(next), nowNs);
        }
    }

    /** Takes bytes that were not delivered yet. */
    private void fresh(Packet packet, long start, long from, long end, long nowNs) {
        if (from > next && streams.pool().isEmpty()) {
            counts.unacknowledgedHoles++;
            hole(from - next, nowNs);
        }
        Segment head = pending.head();
        long inPlace = Math.min(end, start + packet.length);
        if (from == next && from < inPlace && (head == null || inPlace <= head.position)) {
            deliver(
                    packet.buffer,
                    packet.offset + (int) (from - start),
                    (int) (inPlace - from),
                    packet.timeNs,
                    packet.number);
            from = inPlace;
        }
        if (from < end) {
            counts.outOfOrder += from > next ? 1 : 0;
            boolean doubtful = packet.wireLength == 1 && !packet.has(FIN) && from > high;
            counts.cutBytes += pending.keep(packet, start, from, end, nowNs, doubtful);
            high = Math.max(high, end);
        }
    }

    private void endIfComplete(long nowNs) {
        if (fin != NONE && next >= fin) {
            end(StreamEnd.CLOSED, nowNs);
        }
    }

    /** Ends it before its sender did, or after. */
    void giveUp(StreamEnd how, long nowNs) {
        if (begun && !ended) {
            flush(nowNs);
            endIfComplete(nowNs);
        }
        end(how, nowNs);
        fin = begun ? next : NONE;
    }

    /** Delivers all that waits. */
    private void flush(long nowNs) {
        while (!ended && next < gapEnd(next)) {
            counts.unacknowledgedHoles++;
            closeGap(gapEnd(next), nowNs);
        }
    }

    private void end(StreamEnd how, long nowNs) {
        if (ended) {
            return;
        }
        ended = true;
        StreamReader known = reader;
        if (known != null) {
            known.end(how, nowNs);
        }
    }
}
