package org.ticktoquote.wire.stream;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Remembers the last bytes that all directions delivered, and their holes, to compare retransmissions with.
 *
 * <p>A ring: an entry is overwritten when it is {@code capacity} bytes old. The entries of a direction are linked from the
 * last one backwards and adjoin each other.
 */
final class DeliveredBytes {
    /** No entry. */
    static final long NONE = -1;

    /** Looked through for one retransmission at most. */
    private static final int MAX_STEPS = 1024;

    private static final int MAX_CHUNK = 1 << 16;
    private static final int POSITION = 0;
    private static final int BEFORE = 8;
    private static final int TIME = 16;
    private static final int NUMBER = 24;
    private static final int LENGTH = 32;
    private static final int HEADER = 40;

    private final UnsafeBuffer ring;
    private final int mask;
    private long end;

    /** The entry found last. */
    long position;

    long length;
    long timeNs;
    long number;
    boolean hole;

    /** The one before it in its direction, from which to look on. */
    long earlier;

    private int bytesAt;

    DeliveredBytes(int capacity) {
        ring = new UnsafeBuffer(new byte[BitUtil.findNextPositivePowerOfTwo(Math.max(capacity, 4 * MAX_CHUNK))]);
        mask = ring.capacity() - 1;
    }

    /** Remembers delivered bytes; returns the entry, which is the last one of its direction now. */
    long add(long before, long at, DirectBuffer buffer, int offset, int size, long sentNs, long frame) {
        long last = before;
        int done = 0;
        while (done < size) {
            int chunk = Math.min(size - done, MAX_CHUNK);
            last = put(last, at + done, chunk, chunk, sentNs, frame);
            ring.putBytes(index(last) + HEADER, buffer, offset + done, chunk);
            done += chunk;
        }
        return last;
    }

    /** Remembers a hole. */
    long addHole(long before, long at, long size) {
        return put(before, at, -size, 0, 0, 0);
    }

    private long put(long before, long at, long size, int room, long sentNs, long frame) {
        int needed = BitUtil.align(HEADER + room, 8);
        if (index(end) + needed > ring.capacity()) {
            end += ring.capacity() - index(end);
        }
        long entry = end;
        int index = index(entry);
        ring.putLong(index + POSITION, at);
        ring.putLong(index + BEFORE, before);
        ring.putLong(index + TIME, sentNs);
        ring.putLong(index + NUMBER, frame);
        ring.putLong(index + LENGTH, size);
        end += needed;
        return entry;
    }

    private int index(long entry) {
        return (int) entry & mask;
    }

    /** Finds the entry that has the byte before {@code to}; false where it is no longer remembered. */
    boolean find(long last, long to) {
        long entry = last;
        for (int step = 0; step < MAX_STEPS && entry != NONE && entry >= end - ring.capacity(); step++) {
            int index = index(entry);
            position = ring.getLong(index + POSITION);
            if (position < to) {
                long size = ring.getLong(index + LENGTH);
                hole = size < 0;
                length = Math.abs(size);
                timeNs = ring.getLong(index + TIME);
                number = ring.getLong(index + NUMBER);
                earlier = ring.getLong(index + BEFORE);
                bytesAt = index + HEADER;
                return true;
            }
            entry = ring.getLong(index + BEFORE);
        }
        return false;
    }

    /** Counts the bytes of the entry found last that differ from these. */
    int differing(long from, DirectBuffer buffer, int offset, int size) {
        int at = bytesAt + (int) (from - position);
        return differing(ring, at, buffer, offset, size);
    }

    static int differing(DirectBuffer one, int at, DirectBuffer other, int offset, int size) {
        int differing = 0;
        for (int i = 0; i < size; i++) {
            if (one.getByte(at + i) != other.getByte(offset + i)) {
                differing++;
            }
        }
        return differing;
    }
}
