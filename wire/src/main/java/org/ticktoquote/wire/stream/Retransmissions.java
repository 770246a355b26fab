package org.ticktoquote.wire.stream;

import org.agrona.DirectBuffer;
import org.ticktoquote.wire.packet.Packet;

/** Compares bytes of one direction with those seen before: the first ones count. */
final class Retransmissions implements PendingSegments.Listener {
    private static final Packet NO_PACKET = new Packet();

    private final TcpDirection direction;
    private final DeliveredBytes delivered;
    private final StreamCounts counts;
    private long lastDelivered = DeliveredBytes.NONE;
    private Packet packet = NO_PACKET;
    private boolean found;
    private boolean conflicting;

    Retransmissions(TcpDirection direction, DeliveredBytes delivered, StreamCounts counts) {
        this.direction = direction;
        this.delivered = delivered;
        this.counts = counts;
    }

    void clear() {
        lastDelivered = DeliveredBytes.NONE;
    }

    void delivered(long position, DirectBuffer buffer, int offset, int length, long timeNs, long number) {
        lastDelivered = delivered.add(lastDelivered, position, buffer, offset, length, timeNs, number);
    }

    void hole(long position, long length) {
        lastDelivered = delivered.addHole(lastDelivered, position, length);
    }

    void begin(Packet segment) {
        packet = segment;
        found = false;
        conflicting = false;
    }

    void end() {
        counts.retransmissions += found ? 1 : 0;
        counts.conflicts += conflicting ? 1 : 0;
    }

    /** Compares [start, end) with bytes that were delivered or declared missing; the stream begins at {@code begin}. */
    void compare(long start, long begin, long end) {
        counts.beforeBeginBytes += Math.max(0, Math.min(begin, end) - start);
        long from = Math.max(start, begin);
        long to = end;
        long entry = lastDelivered;
        while (from < to) {
            if (!delivered.find(entry, to)) {
                found = true;
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
                int offset = packet.offset + (int) (first - start);
                int differing = delivered.differing(first, packet.buffer, offset, captured);
                retransmitted(length, delivered.timeNs, delivered.number, differing);
            }
            to = first;
        }
    }

    @Override
    public void retransmitted(int length, long firstTimeNs, long firstNumber, int differing) {
        found = true;
        conflicting |= differing > 0;
        counts.retransmittedBytes += length;
        counts.conflictingBytes += differing;
        if (packet.timeNs > 0 && firstTimeNs > 0) {
            counts.longestRetransmissionNs = Math.max(counts.longestRetransmissionNs, packet.timeNs - firstTimeNs);
        }
        if (!direction.ended()) {
            StreamReader reader = direction.reader();
            reader.retransmitted(length, firstTimeNs, firstNumber, packet.timeNs, packet.number, differing == 0);
        }
    }

    @Override
    public void keepAliveByte() {
        counts.keepAlives++;
        counts.keepAliveBytes++;
    }
}
