package org.ticktoquote.fix.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageTexts;
import org.ticktoquote.fix.message.OutBuffer;
import quickfix.Responder;

/**
 * A connection: its unfinished message, its TLS, what waits for room in the socket and, from its Logon on, its session.
 *
 * <p>The transport's thread reads; every other method but {@link #isClosed} and {@link #getRemoteAddress} is used with the
 * session's lock held, where there is a session. What waits is limited; a counterparty that lets more wait is cut off.
 */
public final class FixConnection implements Responder {
    /** How it ended where the other side closed it without a fault. */
    public static final String CLOSED_BY_PEER = "the other side closed the connection";

    private static final String TLS = "TLS: ";
    private static final String CLOSED_HERE = "socket closed";

    private final FixTransport transport;
    final FixTransport.Peers peers;
    private final SocketChannel channel;
    private final String peer;
    private final @Nullable TlsLayer tls;
    private final MessageTexts frames = new MessageTexts();
    private final OutBuffer out = new OutBuffer();
    private final long madeNs = System.nanoTime();
    private final Lock ownLock = new ReentrantLock();
    /** Who made it; null where it was accepted. */
    final @Nullable FixInitiator initiator;

    private @Nullable FixSession session;
    private boolean blocked;
    private String fault = "";
    private String ending = "";
    private long sealedAtNs;
    private long sealingNs;
    private volatile boolean closed;

    /** Waits for room in a socket. */
    @FunctionalInterface
    public interface Patience {
        /** Writes what a first attempt left; false when it was given up before the end. */
        boolean writeRest(WritableByteChannel channel, ByteBuffer rest) throws IOException;
    }

    /**
     * Over a channel in non-blocking mode.
     *
     * @param initiator null where it was accepted
     */
    FixConnection(
            FixTransport transport, FixTransport.Peers peers, SocketChannel channel, @Nullable FixInitiator initiator)
            throws IOException {
        this.transport = transport;
        this.peers = peers;
        this.channel = channel;
        this.initiator = initiator;
        InetSocketAddress address = (InetSocketAddress) channel.getRemoteAddress();
        this.peer = address.getAddress().getHostAddress() + ":" + address.getPort();
        FixTls own = peers.tls();
        if (own == null) {
            this.tls = null;
        } else {
            this.tls = new TlsLayer(initiator == null ? own.accepting() : own.connecting(initiator.to()));
        }
    }

    /** Address and port of the other side. */
    @Override
    public String getRemoteAddress() {
        return peer;
    }

    public SocketChannel channel() {
        return channel;
    }

    /** Why it ended, for people. */
    public String ending() {
        return fault.isEmpty() ? ending : fault;
    }

    /** What was wrong with what the other side said; empty where nothing was. */
    String fault() {
        return fault;
    }

    @Nullable
    FixSession session() {
        return session;
    }

    /** It is this session's from now on. */
    void belongsTo(FixSession identified) {
        session = identified;
    }

    /** The session's lock, where there is a session. */
    Lock lock() {
        return session == null ? ownLock : session.lock();
    }

    public boolean isClosed() {
        return closed;
    }

    /** Whether its Logon is overdue. */
    boolean isOverdue(long limitNs) {
        return session == null && System.nanoTime() - madeNs > limitNs;
    }

    /** Whether messages can be exchanged. */
    boolean isEstablished() {
        return tls == null || tls.isEstablished();
    }

    /** Ends a connection that took too long. */
    void endOverdue() {
        fault = isEstablished() ? "no Logon (35=A) in time" : "no TLS handshake in time";
        disconnect();
    }

    /** Reads what has come, decrypted, into whole messages; false when the connection is over. */
    boolean read(ByteBuffer buffer, List<String> messages) {
        try {
            buffer.clear();
            int count = tls == null ? channel.read(buffer) : tls.read(channel, buffer);
            peers.listener().read(this);
            if (count < 0) {
                ends(CLOSED_BY_PEER);
                return false;
            }
            if (!frames.read(buffer.flip(), messages::add)) {
                fault = "a message of more than " + MessageFramer.MAX_LENGTH + " bytes";
            } else if (session == null && !frames.fault().isEmpty()) {
                fault = "its first message cannot be read: " + frames.fault();
            }
            return fault.isEmpty();
        } catch (IOException gone) {
            fail(gone);
            return false;
        }
    }

    private void fail(IOException gone) {
        if (gone instanceof SSLException refused && fault.isEmpty()) {
            FixTls own = peers.tls();
            String expected = own == null || initiator != null ? "" : ", expected " + own.expected();
            fault = TLS + refused.getMessage() + expected;
        } else if (ending.isEmpty()) {
            ending = IoReason.of(gone);
        }
    }

    /** Whether it ended over TLS. */
    boolean isTlsFailed() {
        return fault.startsWith(TLS);
    }

    /** What was wrong with bytes of the last read that are no message; empty where there are none. */
    String garbage() {
        return frames.fault();
    }

    /** Bytes that were left out so far. */
    public long leftOutBytes() {
        return frames.leftOut();
    }

    /** Sends what TLS has to say itself; whether what was read may hold more after that. */
    boolean answer() {
        if (tls == null || closed) {
            return false;
        }
        try {
            boolean more = tls.hasMore();
            append(tls.answer());
            flush();
            return more && !closed;
        } catch (IOException refused) {
            fail(refused);
            disconnect();
            return false;
        }
    }

    /**
     * Writes a message with one call, before which what waits leaves. Does not allocate without TLS.
     *
     * @return false when it did not leave whole: then nothing that follows could be understood, and the connection is closed
     */
    public boolean write(ByteBuffer message, Patience patience) {
        if (closed) {
            return false;
        }
        try {
            ByteBuffer bytes = tls == null ? message : seal(tls, message);
            if (!out.isEmpty() && !writeWaiting(patience)) {
                return false;
            }
            if (tls == null) {
                show(message);
            }
            channel.write(bytes);
            if (!bytes.hasRemaining() || patience.writeRest(channel, bytes)) {
                return true;
            }
        } catch (IOException gone) {
            fail(gone);
        }
        disconnect();
        return false;
    }

    private boolean writeWaiting(Patience patience) throws IOException {
        while (!out.isEmpty()) {
            ByteBuffer next = out.next();
            int count = next.remaining();
            boolean whole = patience.writeRest(channel, next);
            out.left(count - next.remaining());
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private ByteBuffer seal(TlsLayer layer, ByteBuffer message) throws IOException {
        show(message);
        long fromNs = System.nanoTime();
        ByteBuffer bytes = layer.seal(message);
        sealedAtNs = System.nanoTime();
        sealingNs = sealedAtNs - fromNs;
        return bytes;
    }

    /** When the last message of {@link #write} was encrypted, monotonic: so long it could not leave. 0 without TLS. */
    public long sealedAtNs() {
        return sealedAtNs;
    }

    /** How long that took. */
    public long sealingNs() {
        return sealingNs;
    }

    /** A message of QuickFIX/J's. */
    @Override
    public boolean send(String message) {
        return queue(ByteBuffer.wrap(message.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Sends a message that need not leave at once; false when the connection is closed. */
    public boolean queue(ByteBuffer message) {
        if (closed) {
            return false;
        }
        show(message);
        try {
            append(tls == null ? message : tls.seal(message));
            flush();
        } catch (IOException gone) {
            fail(gone);
            disconnect();
        }
        return !closed;
    }

    private void append(ByteBuffer bytes) {
        if (bytes.hasRemaining()) {
            out.begin(bytes.remaining());
            out.put(bytes);
            out.end();
        }
    }

    /** The buffer in which messages wait, to encode some more into it, which {@link #flush} sends; not with TLS. */
    public OutBuffer buffer() {
        if (tls != null) {
            throw new IllegalStateException("messages over TLS are encrypted before they wait");
        }
        return out;
    }

    /** Writes as much of what waits as the socket takes; the transport sees to the rest. Never waits. */
    public void flush() {
        try {
            if (!closed && !blocked) {
                writeAway();
            }
        } catch (IOException gone) {
            fail(gone);
            disconnect();
        }
        FixTransport.Limits limits = transport.limits();
        if (closed) {
            out.empty();
        } else if (!out.isEmpty()) {
            if (!blocked) {
                blocked = true;
                transport.changed(this);
            }
            if (out.bytes() > limits.waitingBytes()
                    || limits.waitingMessages() > 0 && out.messages() > limits.waitingMessages()) {
                disconnect();
            }
        }
    }

    private void writeAway() throws IOException {
        int written = 1;
        while (!out.isEmpty() && written > 0) {
            written = channel.write(out.next());
            out.left(written);
        }
    }

    /** The socket has room again. */
    void room() {
        blocked = false;
        flush();
    }

    /** Waits for room, and for bytes to read unless answers have to leave first. */
    void watch() {
        SelectionKey key = channel.keyFor(transport.selector());
        if (key != null && key.isValid()) {
            boolean reads = !blocked || transport.limits().readsWhileBlocked();
            key.interestOps((reads ? SelectionKey.OP_READ : 0) | (blocked ? SelectionKey.OP_WRITE : 0));
        }
    }

    /** Shows a message that is about to leave. */
    private void show(ByteBuffer message) {
        MessageTrace shown = transport.trace();
        if (shown != null) {
            shown.sent(System.nanoTime(), peer, message);
        }
    }

    /** Shows a message that arrived. */
    void showReceived(String message) {
        MessageTrace shown = transport.trace();
        if (shown != null) {
            shown.received(System.nanoTime(), peer, ByteBuffer.wrap(message.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    /** Notes why it is about to be closed. */
    void ends(String why) {
        ending = ending.isEmpty() ? why : ending;
    }

    /** Closes at once; what waits is lost. With TLS the other side is told, where there is room for it. */
    @Override
    public void disconnect() {
        if (closed) {
            return;
        }
        closed = true;
        ends(CLOSED_HERE);
        if (tls != null) {
            sendEnd(tls);
        }
        try {
            channel.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
        transport.changed(this);
    }

    private void sendEnd(TlsLayer layer) {
        try {
            writeAway();
            ByteBuffer last = layer.end();
            if (out.isEmpty()) {
                channel.write(last);
            }
        } catch (IOException gone) {
            // then it knows already
        }
    }
}
