package org.ticktoquote.wire.stream;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Ring of the last bytes that all directions delivered, and of their holes. Retransmissions are compared with it.
 *
 * <p>An entry is overwritten when it is {@code capacity} bytes old. The entries of a direction are adjacent, and each links
 * to the one before it.
 */
final class DeliveredBytes {
    static final long NONE = -1;

    /** Maximum number of entries visited for one retransmission. */
    private static final int MAX_STEPS = 1024;

    private static final int MAX_CHUNK = 1 << 16;
    private static final int BEFORE = 8;
    private static final int NUMBER = 16;
    private static final int HEADER = 24;

    final UnsafeBuffer ring;
    private final int mask;
    private long end;

    /** Result of {@link #find}: position of the entry. */
    long position;

    /** {@link #NONE} for a hole. */
    long number;

    /** Previous entry of its direction, at which the search continues. */
    long earlier;

    /** Index of its bytes in {@link #ring}. */
    int bytesAt;

    DeliveredBytes(int capacity) {
        ring = new UnsafeBuffer(new byte[BitUtil.findNextPositivePowerOfTwo(Math.max(capacity, 4 * MAX_CHUNK))]);
        mask = ring.capacity() - 1;
    }

    /** Remembers delivered bytes; returns the entry, now the last one of its direction. */
    long add(long before, long at, DirectBuffer buffer, int offset, int size, long frame) {
        long last = before;
        for (int done = 0; done < size; done += MAX_CHUNK) {
            int chunk = Math.min(size - done, MAX_CHUNK);
            last = put(last, at + done, chunk, frame);
            ring.putBytes(index(last) + HEADER, buffer, offset + done, chunk);
        }
        return last;
    }

    /** Adds an entry without its bytes, for a hole. */
    long put(long before, long at, int room, long frame) {
        int needed = BitUtil.align(HEADER + room, 8);
        if (index(end) + needed > ring.capacity()) {
            end += ring.capacity() - index(end);
        }
        int index = index(end);
        ring.putLong(index, at);
        ring.putLong(index + BEFORE, before);
        ring.putLong(index + NUMBER, frame);
        end += needed;
        return end - needed;
    }

    private int index(long entry) {
        return (int) entry & mask;
    }

    /** Finds the entry with the byte before {@code to}; returns false if it was overwritten. */
    boolean find(long last, long to) {
        earlier = last;
        for (int step = 0; step < MAX_STEPS && earlier != NONE && earlier >= end - ring.capacity(); step++) {
            int index = index(earlier);
            position = ring.getLong(index);
            earlier = ring.getLong(index + BEFORE);
            if (position < to) {
                number = ring.getLong(index + NUMBER);
                bytesAt = index + HEADER;
                return true;
            }
        }
        return false;
    }
}
