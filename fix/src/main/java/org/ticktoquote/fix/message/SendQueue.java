package org.ticktoquote.fix.message;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.collections.LongArrayQueue;

/**
 * Outgoing messages of one socket, in order. Only the first can be partly sent.
 *
 * <p>One message is written between {@link #begin} and {@link #end}. The queue's memory doubles as messages wait and is
 * released once all are sent. Callers limit it through {@link #messages}. One thread at a time.
 */
public final class SendQueue {
    private static final int INITIAL_BYTES = 16 * 1024;

    /** Maximum bytes per write. If the socket is full, copying more bytes is wasted work. */
    private static final int MAX_WRITE_BYTES = 64 * 1024;

    private final LongArrayQueue ends = new LongArrayQueue(Long.MIN_VALUE);
    private byte[] bytes = new byte[INITIAL_BYTES];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int head;
    private int tail;
    private long sent;

    /** Starts a message of at most this many bytes. */
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

    public void put(byte[] source, int from, int length) {
        System.arraycopy(source, from, bytes, tail, length);
        tail += length;
    }

    /** Adds all remaining bytes of the source. */
    public void put(ByteBuffer source) {
        int length = source.remaining();
        source.get(bytes, tail, length);
        tail += length;
    }

    public void end() {
        ends.addLong(sent + tail - head);
    }

    public boolean isEmpty() {
        return head == tail;
    }

    /** Returns the number of bytes not yet sent. */
    public int bytes() {
        return tail - head;
    }

    /** Returns the number of messages not yet sent completely. */
    public int messages() {
        return ends.size();
    }

    /** Returns the bytes to write next. {@link #removeSent} acknowledges them. */
    public ByteBuffer next() {
        return view.limit(Math.min(tail, head + MAX_WRITE_BYTES)).position(head);
    }

    public void removeSent(int count) {
        head += count;
        sent += count;
        if (head == tail) {
            clear();
            return;
        }
        while (!ends.isEmpty() && ends.peekLong() <= sent) {
            ends.pollLong();
        }
    }

    /** Discards all messages, after they were sent or the connection ended. */
    public void clear() {
        ends.clear();
        head = 0;
        tail = 0;
        if (bytes.length > INITIAL_BYTES) {
            bytes = new byte[INITIAL_BYTES];
            view = ByteBuffer.wrap(bytes);
        }
    }
}
