package org.ticktoquote.wire.stream;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/** Bytes of one direction that wait for earlier ones, by position; each byte once, as it was seen first. */
final class PendingSegments {
    /** Told of bytes that wait already. */
    interface Listener {
        void retransmitted(int length, long firstTimeNs, long firstNumber, int differing);

        void keepAliveByte();
    }

    private static final Packet NO_PACKET = new Packet();

    private final Segment.Pool pool;
    private final Listener listener;
    private @Nullable Segment head;
    private @Nullable Segment tail;
    private int size;

    /** The packet at hand. */
    private Packet packet = NO_PACKET;

    private long start;
    private long seenNs;
    private boolean doubtful;
    private long newlyCut;

    PendingSegments(Segment.Pool pool, Listener listener) {
        this.pool = pool;
        this.listener = listener;
    }

    @Nullable
    Segment head() {
        return head;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** Memory that they take. */
    long bytes() {
        return (long) size * Segment.MAX_BYTES;
    }

    /** Takes the first one out; the caller gives it back to the pool. */
    Segment removeHead(Segment first) {
        unlink(first);
        return first;
    }

    /**
     * Keeps what is new of [from, to) of a packet whose payload begins at {@code begin} and can be cut.
     *
     * @return how many new bytes the capture cut off
     */
    long keep(Packet segment, long begin, long from, long to, long nowNs, boolean oneByteBehindGap) {
        packet = segment;
        start = begin;
        seenNs = nowNs;
        doubtful = oneByteBehindGap;
        newlyCut = 0;
        long captured = Math.min(to, begin + segment.length);
        if (from < captured) {
            keep(from, captured, false);
        }
        if (captured < to) {
            keep(Math.max(from, captured), to, true);
        }
        return newlyCut;
    }

    private void keep(long from, long to, boolean cut) {
        Segment at = tail;
        while (at != null && at.before != null && at.position > from) {
            at = at.before;
        }
        long next = from;
        while (next < to) {
            if (at == null || at.position >= to) {
                insert(at, next, to, cut);
                return;
            }
            Segment after = at.after;
            if (next < at.position) {
                insert(at, next, at.position, cut);
                next = at.position;
            }
            if (next < at.end()) {
                long until = Math.min(to, at.end());
                overlap(at, next, until, cut);
                next = until;
            }
            at = after;
        }
    }

    /** Adds bytes before another segment, or at the end. */
    private void insert(@Nullable Segment after, long from, long to, boolean cut) {
        newlyCut += cut ? to - from : 0;
        long next = from;
        while (next < to) {
            Segment added = pool.take();
            added.position = next;
            added.length = (int) (cut ? to - next : Math.min(to - next, Segment.MAX_BYTES));
            added.cut = cut;
            added.doubtful = doubtful && !cut;
            added.timeNs = packet.timeNs;
            added.number = packet.number;
            added.seenNs = seenNs;
            if (!cut) {
                added.copy(packet.buffer, offset(next));
            }
            link(added, after);
            next += added.length;
        }
    }

    private int offset(long position) {
        return packet.offset + (int) (position - start);
    }

    private void overlap(Segment first, long from, long to, boolean cut) {
        int length = (int) (to - from);
        if (cut) {
            listener.retransmitted(length, first.timeNs, first.number, 0);
        } else if (first.cut) {
            fill(first, from, to);
        } else if (first.doubtful && packet.wireLength == 1) {
            listener.keepAliveByte();
        } else if (first.doubtful && first.bytes().getByte(0) != packet.buffer.getByte(offset(from))) {
            listener.keepAliveByte();
            first.doubtful = false;
            first.timeNs = packet.timeNs;
            first.number = packet.number;
            first.copy(packet.buffer, offset(from));
        } else {
            first.doubtful = false;
            int at = (int) (from - first.position);
            int differing = DeliveredBytes.differing(first.bytes(), at, packet.buffer, offset(from), length);
            listener.retransmitted(length, first.timeNs, first.number, differing);
        }
    }

    /** Brings bytes that the capture had cut off; they keep the time of the frame that carried them first. */
    private void fill(Segment first, long from, long to) {
        Segment after = first.after;
        long end = first.end();
        long next = from;
        while (next < to) {
            Segment added = pool.take();
            added.position = next;
            added.length = (int) Math.min(to - next, Segment.MAX_BYTES);
            copyTimes(first, added);
            added.copy(packet.buffer, offset(next));
            link(added, after);
            next += added.length;
        }
        if (to < end) {
            Segment rest = pool.take();
            rest.position = to;
            rest.length = (int) (end - to);
            rest.cut = true;
            copyTimes(first, rest);
            link(rest, after);
        }
        first.length = (int) (from - first.position);
        if (first.length == 0) {
            unlink(first);
            pool.give(first);
        }
    }

    private static void copyTimes(Segment from, Segment to) {
        to.timeNs = from.timeNs;
        to.number = from.number;
        to.seenNs = from.seenNs;
    }

    private void link(Segment added, @Nullable Segment after) {
        Segment before = after == null ? tail : after.before;
        added.before = before;
        added.after = after;
        if (before == null) {
            head = added;
        } else {
            before.after = added;
        }
        if (after == null) {
            tail = added;
        } else {
            after.before = added;
        }
        size++;
    }

    private void unlink(Segment gone) {
        Segment before = gone.before;
        Segment after = gone.after;
        if (before == null) {
            head = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.before = before;
        }
        size--;
    }
}
