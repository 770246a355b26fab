package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
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
    private final @Nullable TlsLayer tls;
    private String trouble = "";
    private long sealedAtNs;
    private long sealingNs;
    private volatile boolean closed;
    private volatile @Nullable MessageTrace trace;

    /**
     * Over a channel in non-blocking mode.
     *
     * @param closedNs for how long its window was closed
     * @param tls null for none
     */
    VenueConnection(SocketChannel channel, String peer, LongSupplier closedNs, @Nullable TlsLayer tls) {
        this.channel = channel;
        this.peer = peer;
        this.closedNs = closedNs;
        this.tls = tls;
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

    /** As {@link SocketChannel#read}, decrypted. */
    int read(ByteBuffer into) throws IOException {
        if (tls == null) {
            return channel.read(into);
        }
        try {
            return tls.read(channel, into);
        } catch (SSLException refused) {
            trouble = String.valueOf(refused.getMessage());
            throw refused;
        }
    }

    /** What was wrong with the TLS of the other side, or with this one for the other; empty where nothing was. */
    String trouble() {
        return trouble;
    }

    /** Sends what TLS has to say itself; whether what was read may say more behind that. */
    boolean answer() {
        if (tls == null || closed) {
            return false;
        }
        try {
            boolean more = tls.hasMore();
            keep(tls.answer());
            return more && !closed;
        } catch (IOException refused) {
            trouble = trouble.isEmpty() && refused instanceof SSLException
                    ? String.valueOf(refused.getMessage())
                    : trouble;
            disconnect();
            return false;
        }
    }

    /** Whether messages can be exchanged. */
    boolean isEstablished() {
        return tls == null || tls.isEstablished();
    }

    /** When the last tick was encrypted, monotonic: so long it could not leave. 0 without TLS. */
    long sealedAtNs() {
        return sealedAtNs;
    }

    /** How long that took. */
    long sealingNs() {
        return sealingNs;
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
            ByteBuffer bytes = tls == null ? message : sealed(tls, message);
            if (waiting.hasRemaining() && !backPressure.writeRest(channel, waiting, closedNs)) {
                return false;
            }
            if (tls == null) {
                show(message);
            }
            channel.write(bytes);
            if (!bytes.hasRemaining() || backPressure.writeRest(channel, bytes, closedNs)) {
                return true;
            }
        } catch (IOException gone) {
            disconnect();
            return false;
        }
        disconnect();
        return false;
    }

    private ByteBuffer sealed(TlsLayer layer, ByteBuffer message) throws IOException {
        show(message);
        long fromNs = System.nanoTime();
        ByteBuffer bytes = layer.seal(message);
        sealedAtNs = System.nanoTime();
        sealingNs = sealedAtNs - fromNs;
        return bytes;
    }

    /** A message of QuickFIX/J's. */
    @Override
    public boolean send(String message) {
        return queue(ByteBuffer.wrap(message.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** A message that need not leave at once; false when there is nobody to get it. */
    boolean queue(ByteBuffer message) {
        show(message);
        try {
            return keep(tls == null || closed ? message : tls.seal(message));
        } catch (IOException gone) {
            disconnect();
            return false;
        }
    }

    private boolean keep(ByteBuffer message) {
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

    /** With TLS the other side is told, where there is room for it. */
    @Override
    public void disconnect() {
        boolean first = !closed;
        closed = true;
        if (first && tls != null) {
            sayEnd(tls);
        }
        try {
            channel.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
    }

    private void sayEnd(TlsLayer layer) {
        try {
            if (waiting.hasRemaining()) {
                channel.write(waiting);
            }
            ByteBuffer last = layer.end();
            if (!waiting.hasRemaining()) {
                channel.write(last);
            }
        } catch (IOException gone) {
            // then it knows already
        }
    }

    @Override
    public String getRemoteAddress() {
        return peer;
    }
}
