package org.ticktoquote.fix.message;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.collections.LongArrayQueue;

/**
 * What is on its way to one socket: whole messages in order, of which the first may have left in part.
 *
 * <p>Between {@link #begin} and {@link #end} one message is written. Grows by doubling with what waits and gives the memory
 * back when all has left; who writes bounds it by {@link #messages}. One thread at a time.
 */
public final class OutBuffer {
    private static final int USUAL_BYTES = 16 * 1024;

    /** The most that one write takes; what is longer is copied for nothing when the socket is full. */
    private static final int MOST_IN_WRITE = 64 * 1024;

    private final LongArrayQueue ends = new LongArrayQueue(Long.MIN_VALUE);
    private byte[] bytes = new byte[USUAL_BYTES];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int head;
    private int tail;
    private long sent;

    /** A message of so many bytes at most follows. */
    public void begin(int length) {
        if (tail + length <= bytes.length) {
            return;
        }
        int waiting = tail - head;
        byte[] from = bytes;
        if (waiting + length > bytes.length) {
            bytes = new byte[BitUtil.findNextPositivePowerOfTwo(waiting + length)];
            view = ByteBuffer.wrap(bytes);
        }
        System.arraycopy(from, head, bytes, 0, waiting);
        head = 0;
        tail = waiting;
    }

    public void put(byte[] source) {
        System.arraycopy(source, 0, bytes, tail, source.length);
        tail += source.length;
    }

    /** Adds a part of an array. */
    public void put(byte[] source, int from, int length) {
        System.arraycopy(source, from, bytes, tail, length);
        tail += length;
    }

    /** Adds all that the source has. */
    public void put(ByteBuffer source) {
        int length = source.remaining();
        source.get(bytes, tail, length);
        tail += length;
    }

    /** The message is complete. */
    public void end() {
        ends.addLong(sent + tail - head);
    }

    public boolean isEmpty() {
        return head == tail;
    }

    /** Bytes that have not left. */
    public int bytes() {
        return tail - head;
    }

    /** Messages that have not left whole. */
    public int messages() {
        return ends.size();
    }

    /** What is to be written next; to be acknowledged by {@link #left}. */
    public ByteBuffer next() {
        return view.limit(Math.min(tail, head + MOST_IN_WRITE)).position(head);
    }

    /** So many bytes have left. */
    public void left(int count) {
        head += count;
        sent += count;
        if (head == tail) {
            empty();
            return;
        }
        while (!ends.isEmpty() && ends.peekLong() <= sent) {
            ends.pollLong();
        }
    }

    /** Nothing waits any more, because it left or because there is nobody to get it. */
    public void empty() {
        ends.clear();
        head = 0;
        tail = 0;
        if (bytes.length > USUAL_BYTES) {
            bytes = new byte[USUAL_BYTES];
            view = ByteBuffer.wrap(bytes);
        }
    }
}
