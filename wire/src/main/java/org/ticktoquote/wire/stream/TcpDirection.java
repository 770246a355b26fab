package org.ticktoquote.wire.stream;

import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.SYN;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;

/**
 * One direction of a TCP connection. Puts its bytes in order.
 *
 * <p>Bytes before {@link #next} were delivered or declared missing; later ones wait in {@link #bytes}. All times are packet
 * times.
 */
final class TcpDirection extends SequenceSpace {
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
     * Creates a direction without bytes.
     *
     * @param forward true if its sender opened the connection
     * @param from address of its sender
     * @param to address of its receiver
     */
    TcpDirection(Streams streams, int number, boolean forward, PacketAddress from, PacketAddress to) {
        super(streams.limits.windowBytes());
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

    /**
     * Bytes of one direction seen so far, by position and as first seen: delivered, declared missing, or waiting for earlier ones.
     * Compares packets with them.
     */
    private static final class SeenBytes {
        private static final Packet NO_PACKET = new Packet();

        private final TcpDirection direction;
        private final DeliveredBytes delivered;
        private final List<Segment> waiting = new ArrayList<>();
        private long lastDelivered = DeliveredBytes.NONE;

        /** Current packet and the position of its payload. */
        private Packet packet = NO_PACKET;

        private long start;
        private boolean repeated;
        private boolean conflicting;

        SeenBytes(TcpDirection direction, Streams streams) {
            this.direction = direction;
            delivered = streams.delivered;
        }

        @Nullable
        Segment head() {
            return waiting.isEmpty() ? null : waiting.get(0);
        }

        void removeHead() {
            direction.streams.give(waiting.remove(0));
        }

        /** Returns whether the limit of waiting bytes is reached. */
        boolean isFull(long most) {
            return (long) waiting.size() * Segment.MAX_BYTES >= most
                    || direction.streams.waiting >= direction.streams.limits.totalBytes() / Segment.MAX_BYTES;
        }

        /** Starts a packet whose payload begins at a position. */
        void begin(Packet segment, long position) {
            packet = segment;
            start = position;
            repeated = false;
            conflicting = false;
        }

        /** Counts the packet as a retransmission if it repeated bytes. */
        void end() {
            direction.counts.retransmissions += repeated ? 1 : 0;
            direction.counts.conflicts += conflicting ? 1 : 0;
        }

        /** Compares [from, end) of the packet with bytes that were delivered or declared missing. */
        void compare(long from, long end) {
            long entry = lastDelivered;
            for (long to = end; from < to; entry = delivered.earlier) {
                if (!delivered.find(entry, to)) {
                    repeated = true;
                    direction.counts.retransmittedBytes += to - from;
                    return;
                }
                long first = Math.max(from, delivered.position);
                if (delivered.number == DeliveredBytes.NONE) {
                    direction.counts.lateBytes += to - first;
                } else {
                    int at = delivered.bytesAt + (int) (first - delivered.position);
                    long captured = Math.max(first, Math.min(to, start + packet.length));
                    repeated(to - first, differing(delivered.ring, at, first, captured));
                }
                to = first;
            }
        }

        private int offset(long position) {
            return packet.offset + (int) (position - start);
        }

        /** Counts the bytes that differ from [from, to) of the packet. */
        private int differing(DirectBuffer seen, int at, long from, long to) {
            int offset = offset(from);
            int differing = 0;
            for (int i = 0; i < to - from; i++) {
                differing += seen.getByte(at + i) == packet.buffer.getByte(offset + i) ? 0 : 1;
            }
            return differing;
        }

        private void repeated(long length, int differing) {
            repeated = true;
            conflicting |= differing > 0;
            direction.counts.retransmittedBytes += length;
            direction.counts.conflictingBytes += differing;
            if (!direction.ended) {
                direction.reader().retransmitted(packet.number);
            }
        }

        /** Keeps the new bytes of [from, to) of the packet. */
        void keep(long from, long to, boolean oneByteBehindGap) {
            long captured = Math.max(from, Math.min(to, start + packet.length));
            keep(from, captured, false, oneByteBehindGap);
            keep(captured, to, true, false);
        }

        private void keep(long from, long to, boolean cut, boolean doubtful) {
            int at = waiting.size();
            while (at > 0 && waiting.get(at - 1).end() > from) {
                at--;
            }
            long next = from;
            while (next < to) {
                Segment there = at < waiting.size() ? waiting.get(at) : null;
                long end = there == null ? to : Math.min(to, there.position <= next ? there.end() : there.position);
                if (there != null && there.position <= next) {
                    at = overlap(at, there, next, end, cut);
                } else {
                    at = insert(at, next, end, cut, doubtful, packet.timeNs, packet.number);
                    direction.counts.cutBytes += cut ? end - next : 0;
                }
                next = end;
            }
        }

        /** Inserts bytes of the packet at an index; returns the index after them. */
        private int insert(int index, long from, long to, boolean cut, boolean doubtful, long timeNs, long number) {
            int at = index;
            for (long next = from; next < to; at++) {
                Segment added = direction.streams.take();
                added.position = next;
                added.length = (int) (cut ? to - next : Math.min(to - next, Segment.MAX_BYTES));
                added.cut = cut;
                added.doubtful = doubtful;
                added.timeNs = timeNs;
                added.number = number;
                if (!cut) {
                    added.bytes.putBytes(0, packet.buffer, offset(next), added.length);
                }
                waiting.add(at, added);
                next += added.length;
            }
            return at;
        }

        /** Compares with waiting bytes; returns the index after the last one compared. */
        private int overlap(int at, Segment first, long from, long to, boolean cut) {
            if (first.cut && !cut) {
                return fill(at, first, from, to);
            }
            boolean captured = !cut && !first.cut;
            int differing = captured ? differing(first.bytes, (int) (from - first.position), from, to) : 0;
            first.doubtful &= !captured || packet.wireLength == 1;
            repeated(to - from, differing);
            return at + 1;
        }

        /** Fills in bytes that the capture cut off an earlier frame. They keep that frame's time: it carried them first. */
        private int fill(int at, Segment first, long from, long to) {
            long end = first.end();
            first.length = (int) (from - first.position);
            int behind = insert(at + 1, from, to, false, false, first.timeNs, first.number);
            insert(behind, to, end, true, false, first.timeNs, first.number);
            if (first.length == 0) {
                direction.streams.give(waiting.remove(at));
                behind--;
            }
            return behind;
        }
    }
}
