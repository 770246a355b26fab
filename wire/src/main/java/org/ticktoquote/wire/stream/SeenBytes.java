package org.ticktoquote.wire.stream;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/**
 * Bytes of one direction seen so far, by position and as first seen: delivered, declared missing, or waiting for earlier ones.
 * Compares packets with them.
 */
final class SeenBytes {
    private static final Packet NO_PACKET = new Packet();

    private final TcpDirection direction;
    private final DeliveredBytes delivered;
    private final List<Segment> waiting = new ArrayList<>();
    /** Last entry of the direction. */
    long lastDelivered = DeliveredBytes.NONE;

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
