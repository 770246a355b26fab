package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.replayer.feed.BackPressure;
import quickfix.Responder;

/**
 * A connection of an application. Ticks are written with one call, and wait for room in the socket; what QuickFIX/J says is kept
 * where there is none, and leaves before the next tick. Used with the gate held, but {@link #read}.
 */
final class VenueConnection implements Responder {
    /** An answer is short; so much is left only by an application that asks and never reads. */
    private static final int MOST_WAITING = 16 << 20;

    private final SocketChannel channel;
    private final String peer;
    private final LongSupplier closedNs;
    private ByteBuffer waiting = ByteBuffer.allocate(0);
    private volatile boolean closed;
    private volatile @Nullable MessageTrace trace;

    /**
     * Over a channel in non-blocking mode.
     *
     * @param closedNs for how long its window was closed
     */
    VenueConnection(SocketChannel channel, String peer, LongSupplier closedNs) {
        this.channel = channel;
        this.peer = peer;
        this.closedNs = closedNs;
    }

    /** Shows every message from now on. */
    void trace(@Nullable MessageTrace shown) {
        trace = shown;
    }

    private void show(ByteBuffer message) {
        MessageTrace shown = trace;
        if (shown != null) {
            shown.sent(System.nanoTime(), peer, message);
        }
    }

    /** Shows a message that arrived. */
    void received(String message) {
        MessageTrace shown = trace;
        if (shown != null) {
            shown.received(System.nanoTime(), peer, ByteBuffer.wrap(message.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    /** As {@link SocketChannel#read}. */
    int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    /** Of its channel; null when it was closed. */
    @Nullable
    SelectionKey key(Selector selector) {
        return channel.keyFor(selector);
    }

    boolean isClosed() {
        return closed;
    }

    /** Writes a tick's message; false when it did not leave whole, and then nothing that follows could be understood. */
    boolean write(ByteBuffer message, BackPressure backPressure) {
        if (closed) {
            return false;
        }
        try {
            if (waiting.hasRemaining() && !backPressure.writeRest(channel, waiting, closedNs)) {
                return false;
            }
            show(message);
            channel.write(message);
            if (!message.hasRemaining() || backPressure.writeRest(channel, message, closedNs)) {
                return true;
            }
        } catch (IOException gone) {
            disconnect();
            return false;
        }
        disconnect();
        return false;
    }

    /** A message of QuickFIX/J's. */
    @Override
    public boolean send(String message) {
        return queue(ByteBuffer.wrap(message.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** A message that need not leave at once; false when there is nobody to get it. */
    boolean queue(ByteBuffer message) {
        if (closed || waiting.remaining() + message.remaining() > MOST_WAITING) {
            disconnect();
            return false;
        }
        if (waiting.capacity() - waiting.limit() < message.remaining()) {
            int needed = waiting.remaining() + message.remaining();
            waiting = ByteBuffer.allocate(BitUtil.findNextPositivePowerOfTwo(needed))
                    .put(waiting)
                    .flip();
        }
        show(message);
        int from = waiting.position();
        waiting.position(waiting.limit()).limit(waiting.capacity());
        waiting.put(message).flip().position(from);
        flush();
        return !closed;
    }

    /** Writes of what waits as much as the socket takes. */
    void flush() {
        try {
            if (!closed && waiting.hasRemaining()) {
                channel.write(waiting);
            }
        } catch (IOException gone) {
            disconnect();
        }
    }

    /** Whether there is something that the socket did not take; as long as there is, nothing is read. */
    boolean isJammed() {
        return !closed && waiting.hasRemaining();
    }

    @Override
    public void disconnect() {
        closed = true;
        try {
            channel.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
    }

    @Override
    public String getRemoteAddress() {
        return peer;
    }
}
