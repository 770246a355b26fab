package org.ticktoquote.clients.tap;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Cuts the bytes of one connection into FIX messages, whatever the reads split or merge.
 *
 * <p>{@link #read} takes the bytes of one read; afterwards the messages that end in it stand in {@link #buffer()}, from
 * {@link #start(int)} to {@link #end(int)}, until the next read. Bytes that are no message are one {@link #garbage
 * garbage} piece up to where the next message may begin. An unfinished message is carried over in a buffer of fixed
 * size. One thread; no allocation, except when a read holds more messages than any before.
 */
final class FixFramer {
    private static final int MOST_BYTES_IN_READ = 64 * 1024;
    private static final int TYPICAL_PIECES = 64;

    private final UnsafeBuffer carry = new UnsafeBuffer(new byte[2 * FixFrame.MAXIMUM_LENGTH + MOST_BYTES_IN_READ]);
    private DirectBuffer source = carry;
    private int carriedFrom;
    private int carried;
    private int[] starts = new int[TYPICAL_PIECES];
    private int[] ends = new int[TYPICAL_PIECES];
    private int pieces;
    private int messages;

    /**
     * Frames the bytes of one read.
     *
     * @throws IllegalStateException when a message is longer than the limit
     */
    void read(DirectBuffer bytes, int offset, int length) {
        pieces = 0;
        messages = 0;
        if (carried == 0) {
            source = bytes;
            frame(offset, offset + length);
        } else {
            append(bytes, offset, length);
            source = carry;
            frame(0, carried);
        }
    }

    private void append(DirectBuffer bytes, int offset, int length) {
        carry.putBytes(0, carry, carriedFrom, carried);
        if (carried + length > carry.capacity()) {
            throw new IllegalStateException(
                    "a read of " + length + " bytes behind an unfinished message of " + carried + " bytes");
        }
        carry.putBytes(carried, bytes, offset, length);
        carried += length;
        carriedFrom = 0;
    }

    private void frame(int from, int limit) {
        int at = from;
        while (at < limit) {
            int end = FixFrame.end(source, at, limit);
            if (end == FixFrame.INCOMPLETE) {
                break;
            }
            if (end == FixFrame.TOO_LONG) {
                throw new IllegalStateException("a FIX message longer than " + FixFrame.MAXIMUM_LENGTH + " bytes");
            }
            int next = end > 0 ? end : FixFrame.nextBegin(source, at + 1, limit);
            add(at, end > 0 ? next : ~next);
            at = next;
        }
        keep(at, limit);
    }

    /** A garbage piece has the complement of its end. */
    private void add(int start, int end) {
        if (pieces == starts.length) {
            starts = Arrays.copyOf(starts, 2 * pieces);
            ends = Arrays.copyOf(ends, 2 * pieces);
        }
        starts[pieces] = start;
        ends[pieces] = end;
        messages += end > 0 ? 1 : 0;
        pieces++;
    }

    /** The messages just framed may stand in the carry buffer, so the rest is moved to its front only by the next read. */
    private void keep(int from, int limit) {
        carried = limit - from;
        if (carried == 0) {
            carriedFrom = 0;
        } else if (source == carry) {
            carriedFrom = from;
        } else {
            carriedFrom = 0;
            carry.putBytes(0, source, from, carried);
        }
    }

    DirectBuffer buffer() {
        return source;
    }

    /** Messages and garbage pieces that ended in the last read. */
    int pieces() {
        return pieces;
    }

    /** Messages that ended in the last read. */
    int messages() {
        return messages;
    }

    boolean garbage(int piece) {
        return ends[piece] < 0;
    }

    int start(int piece) {
        return starts[piece];
    }

    int end(int piece) {
        int end = ends[piece];
        return end < 0 ? ~end : end;
    }
}
