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
final class TcpDirection implements PendingSegments.Listener {
    private static final long NONE = -1;

    private static final Packet NO_PACKET = new Packet();
    /** A reset farther away than this is none of this connection. */
    private static final long RESET_WINDOW = 1 << 20;
    /** So many segments in a row outside of the window, each adjoining the one before, are the stream. */
    private static final int CONVINCING = 3;

    private final Streams streams;
    private final StreamCounts counts;
    private final StreamLimits limits;
    private final PendingSegments pending;
    private final TcpConnection connection;
    private @Nullable StreamReader reader;

    private boolean seen;
    private boolean begun;
    private boolean fromStart;
    private boolean ended;
    private boolean windowClosed;
    private int syn;
    private long begin;
    private long next;
    /** Behind the last byte seen or missed. */
    private long high;

    private long fin;
    private long finNs;
    private long lastSeenNs;
    private long lastDelivered;

    private boolean hasAcknowledgement;
    private long acknowledged;
    private long acknowledgedNs;
    /** What was acknowledged beyond {@link #next} at {@link #certainNs}. */
    private long certain;

    private long certainNs;

    private int outsideRun;
    private int outsideNext;
    private boolean hasOutsideAcknowledgement;
    private int outsideAcknowledged;

    /** The segment at hand. */
    private Packet packet = NO_PACKET;

    private boolean conflicting;
    private boolean retransmission;

    TcpDirection(Streams streams, TcpConnection connection) {
        this.streams = streams;
        this.connection = connection;
        counts = streams.counts();
        limits = streams.limits();
        pending = new PendingSegments(streams.pool(), this);
        clear();
    }

    /** Prepares it for another connection. */
    void clear() {
        reader = null;
        seen = false;
        begun = false;
        fromStart = false;
        ended = false;
        windowClosed = false;
        fin = NONE;
        lastDelivered = DeliveredBytes.NONE;
        hasAcknowledgement = false;
        outsideRun = 0;
        hasOutsideAcknowledgement = false;
    }

    boolean seen() {
        return seen;
    }

    boolean ended() {
        return ended;
    }

    boolean opened() {
        return reader != null;
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
            return fromStart
                    ? syn != first.sequence || ended && next == begin
                    : first.sequence + 1 != (int) begin;
        }
        if (!first.has(Packet.ACK)) {
            return peer.begun
                    && (!peer.fromStart || hasAcknowledgement && (int) acknowledged != first.sequence + 1);
        }
        return peer.fromStart
                && Math.abs((long) (first.acknowledged - (peer.syn + 1))) > limits.windowBytes();
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

    private static long first(int sequence) {
        return (1L << 32) + Integer.toUnsignedLong(sequence);
    }

    private void begin(long at) {
        begun = true;
        begin = at;
        next = at;
        high = at;
        certain = at;
        long told = at + (int) ((int) acknowledged - (int) at);
        acknowledged = hasAcknowledgement && Math.abs(told - at) <= limits.windowBytes() ? told : at;
        hasAcknowledgement = true;
    }

    /** In the middle: bytes acknowledged some time ago were sent before, so their time is not known. */
    private void beginInTheMiddle(Packet segment, long nowNs) {
        long at = first(segment.sequence);
        long told = hasAcknowledgement ? at + (int) ((int) acknowledged - segment.sequence) : at;
        boolean old = told > at && told - at <= limits.windowBytes() && nowNs - acknowledgedNs >= limits.graceNs();
        if (old) {
            at = told;
        } else if (segment.wireLength == 1 && !segment.has(FIN)) {
            at++; // a keep-alive or a single byte
        }
        begin(at);
    }

    private long top() {
        return Math.max(high, acknowledged);
    }

    private long position(int sequence) {
        long top = top();
        return top + (sequence - (int) top);
    }

    private boolean isOutside(long to) {
        return to < next - limits.windowBytes() || to > top() + limits.windowBytes();
    }

    /** The other side says what it has. */
    void acknowledge(int number, long nowNs) {
        if (!begun) {
            if (!hasAcknowledgement || (int) acknowledged != number) {
                hasAcknowledgement = true;
                acknowledged = first(number);
                acknowledgedNs = nowNs;
            }
            return;
        }
        long position = position(number);
        if (isOutside(position)) {
            counts.outside++;
            hasOutsideAcknowledgement = true;
            outsideAcknowledged = number;
            return;
        }
        if (position > acknowledged) {
            acknowledged = position;
        }
        expect(nowNs);
    }

    private void expect(long nowNs) {
        if (certain <= next && acknowledged > next) {
            certain = acknowledged;
            certainNs = nowNs;
        }
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
            keepAliveByte();
            end++;
        }
        hole(end - next, nowNs);
        drain(nowNs);
    }

    private void hole(long length, long nowNs) {
        counts.holes++;
        counts.holeBytes += length;
        lastDelivered = streams.delivered().addHole(lastDelivered, next, length);
        next += length;
        high = Math.max(high, next);
        reader().hole(length, nowNs);
    }

    private StreamReader reader() {
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
        lastDelivered = streams.delivered().add(lastDelivered, next, buffer, offset, length, timeNs, number);
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
        outsideRun = 0;
        packet = segment;
        counts.payloadBytes += length;
        if (!pending.isEmpty() || from != next || fin != NONE || segment.length != length || last) {
            disordered(from, length, last, peer, nowNs);
            endIfComplete(nowNs);
        } else {
            deliver(segment.buffer, segment.offset, length, segment.timeNs, segment.number);
            counts.windowProbes += length == 1 && peer.windowClosed ? 1 : 0;
        }
        return true;
    }

    private boolean isConvincing(int sequence, int length) {
        if (length == 0) {
            return false;
        }
        outsideRun = outsideRun > 0 && sequence == outsideNext ? outsideRun + 1 : 1;
        outsideNext = sequence + length;
        return outsideRun >= CONVINCING
                || hasOutsideAcknowledgement
                        && Math.abs((long) (outsideNext - outsideAcknowledged)) <= limits.windowBytes();
    }

    /** Goes on somewhere else in the same stream. */
    private void jump(int sequence, long nowNs) {
        flush(nowNs);
        counts.holes++;
        counts.jumps++;
        reader().hole(0, nowNs);
        lastDelivered = DeliveredBytes.NONE;
        hasOutsideAcknowledgement = false;
        hasAcknowledgement = false;
        fin = NONE;
        begin(first(sequence));
    }

    private void disordered(long start, int length, boolean last, TcpDirection peer, long nowNs) {
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
        retransmission = false;
        conflicting = false;
        if (start < next) {
            repeated(start, Math.min(end, next));
        }
        long from = Math.max(start, next);
        if (from < end) {
            fresh(start, from, end, nowNs);
        }
        counts.retransmissions += retransmission ? 1 : 0;
        counts.conflicts += conflicting ? 1 : 0;
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
        while (!pending.isEmpty() && (pending.bytes() >= limits.directionBytes() || streams.pool().isEmpty())) {
            counts.unacknowledgedHoles++;
            closeGap(gapEnd(next), nowNs);
        }
    }

    /** Takes bytes that were not delivered yet. */
    private void fresh(long start, long from, long end, long nowNs) {
        if (from > next && streams.pool().isEmpty()) {
            counts.unacknowledgedHoles++;
            hole(from - next, nowNs);
        }
        Segment head = pending.head();
        long inPlace = Math.min(end, start + packet.length);
        if (from == next && from < inPlace && (head == null || inPlace <= head.position)) {
            deliver(packet.buffer, packet.offset + (int) (from - start), (int) (inPlace - from), packet.timeNs, packet.number);
            from = inPlace;
        }
        if (from < end) {
            counts.outOfOrder += from > next ? 1 : 0;
            boolean doubtful = packet.wireLength == 1 && from > high;
            counts.cutBytes += pending.keep(packet, start, from, end, nowNs, doubtful);
            high = Math.max(high, end);
        }
    }

    /** Counts bytes that were delivered or declared missing, and compares them. */
    private void repeated(long start, long end) {
        long to = end;
        if (start < begin) {
            counts.beforeBeginBytes += Math.min(begin, end) - start;
        }
        long from = Math.max(start, begin);
        DeliveredBytes delivered = streams.delivered();
        long entry = lastDelivered;
        while (from < to) {
            if (!delivered.find(entry, to)) {
                retransmission = true;
                counts.retransmittedBytes += to - from;
                return;
            }
            entry = delivered.earlier;
            long first = Math.max(from, delivered.position);
            int length = (int) (to - first);
            if (delivered.hole) {
                counts.lateBytes += length;
            } else {
                int captured = (int) Math.max(0, Math.min(length, start + packet.length - first));
                int differing =
                        delivered.differing(first, packet.buffer, packet.offset + (int) (first - start), captured);
                retransmitted(length, delivered.timeNs, delivered.number, differing);
            }
            to = first;
        }
    }

    @Override
    public void retransmitted(int length, long firstTimeNs, long firstNumber, int differing) {
        retransmission = true;
        counts.retransmittedBytes += length;
        if (differing > 0) {
            conflicting = true;
            counts.conflictingBytes += differing;
        }
        if (packet.timeNs > 0 && firstTimeNs > 0) {
            counts.longestRetransmissionNs = Math.max(counts.longestRetransmissionNs, packet.timeNs - firstTimeNs);
        }
        StreamReader known = reader;
        if (!ended && known != null) {
            known.retransmitted(length, firstTimeNs, firstNumber, packet.timeNs, packet.number, differing == 0);
        }
    }

    @Override
    public void keepAliveByte() {
        counts.keepAlives++;
        counts.keepAliveBytes++;
    }

    /** Whether a reset from this side can be meant for this connection. */
    boolean acceptsReset(int sequence) {
        if (begun) {
            long position = position(sequence);
            return position >= next - RESET_WINDOW && position <= top() + RESET_WINDOW;
        }
        return !hasAcknowledgement || Math.abs((long) (sequence - (int) acknowledged)) <= RESET_WINDOW;
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
