package org.ticktoquote.fix.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
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
import org.ticktoquote.fix.message.MessageSplitter;
import org.ticktoquote.fix.message.SendQueue;
import quickfix.Responder;

/**
 * A connection with its unfinished message, its TLS state, the bytes waiting for room in the socket and, after the Logon, its
 * session.
 *
 * <p>The transport's thread reads. Every other method except {@link #isClosed} and {@link #getRemoteAddress} requires the
 * session's lock once there is a session. The waiting bytes are limited. A counterparty that exceeds the limit is
 * disconnected.
 */
public final class FixConnection implements Responder {
    /** Reason reported if the other side closed the connection without a fault. */
    public static final String CLOSED_BY_PEER = "the counterparty closed the connection";

    private static final String TLS = "TLS: ";
    private static final String CLOSED_HERE = "socket closed";

    private final FixTransport transport;
    final FixTransport.SessionGroup group;
    private final SocketChannel channel;
    private final String peer;
    private final @Nullable TlsLayer tls;
    private final MessageSplitter frames = new MessageSplitter();
    private final SendQueue out = new SendQueue();
    private final long madeNs = System.nanoTime();
    private final Lock ownLock = new ReentrantLock();
    /** Initiator of the connection, or null if it was accepted. */
    final @Nullable FixInitiator initiator;

    private @Nullable FixSession session;
    private boolean blocked;
    private String fault = "";
    private String ending = "";
    private long encryptedAtNs;
    private long encryptingNs;
    private volatile boolean closed;

    /** Waits for room in a socket. */
    @FunctionalInterface
    public interface BlockedWriter {
        /** Writes the bytes left over by a first attempt. Returns false if it gave up early. */
        boolean writeRest(WritableByteChannel channel, ByteBuffer rest) throws IOException;
    }

    /**
     * Creates a connection over a channel in non-blocking mode.
     *
     * @param initiator null if the connection was accepted
     */
    FixConnection(
            FixTransport transport,
            FixTransport.SessionGroup group,
            SocketChannel channel,
            @Nullable FixInitiator initiator)
            throws IOException {
        this.transport = transport;
        this.group = group;
        this.channel = channel;
        this.initiator = initiator;
        InetSocketAddress address = (InetSocketAddress) channel.getRemoteAddress();
        this.peer = address.getAddress().getHostAddress() + ":" + address.getPort();
        FixTls own = group.tls();
        if (own == null) {
            this.tls = null;
        } else {
            this.tls = new TlsLayer(initiator == null ? own.accepting() : own.connecting(initiator.to()));
        }
    }

    /** Returns address and port of the other side. */
    @Override
    public String getRemoteAddress() {
        return peer;
    }

    public SocketChannel channel() {
        return channel;
    }

    /** Returns why the connection ended, for the user. */
    public String ending() {
        return fault.isEmpty() ? ending : fault;
    }

    /** Returns the other side's fault that ended the connection, or empty. */
    String fault() {
        return fault;
    }

    @Nullable
    FixSession session() {
        return session;
    }

    /** Assigns the connection to a session. */
    void belongsTo(FixSession identified) {
        session = identified;
    }

    /** Returns the session's lock, or the connection's own before it has a session. */
    Lock lock() {
        return session == null ? ownLock : session.lock();
    }

    public boolean isClosed() {
        return closed;
    }

    /** Returns whether the Logon is overdue. */
    boolean isOverdue(long limitNs) {
        return session == null && System.nanoTime() - madeNs > limitNs;
    }

    /** Returns whether messages can be exchanged. */
    boolean isEstablished() {
        return tls == null || tls.isEstablished();
    }

    /** Ends a connection whose TLS handshake or Logon is overdue. */
    void endOverdue() {
        fault = isEstablished() ? "Logon (35=A) timed out" : "TLS handshake timed out";
        disconnect();
    }

    /**
     * Reads and decrypts the bytes that have arrived, and adds the messages that they complete. Returns false if the
     * connection has ended.
     */
    boolean read(ByteBuffer buffer, List<String> messages) {
        try {
            buffer.clear();
            int count = tls == null ? channel.read(buffer) : tls.read(channel, buffer);
            group.listener().read(this);
            if (count < 0) {
                recordReason(CLOSED_BY_PEER);
                return false;
            }
            if (!frames.read(buffer.flip(), messages::add)) {
                fault = "a message exceeds the limit of " + MessageFramer.MAX_LENGTH + " bytes";
            } else if (session == null && !frames.fault().isEmpty()) {
                fault = "garbled first message: " + frames.fault();
            }
            return fault.isEmpty();
        } catch (IOException gone) {
            fail(gone);
            return false;
        }
    }

    private void fail(IOException gone) {
        if (gone instanceof SSLException refused && fault.isEmpty()) {
            FixTls own = group.tls();
            String expected = own == null || initiator != null ? "" : ", expected " + own.expected();
            fault = TLS + refused.getMessage() + expected;
        } else if (ending.isEmpty()) {
            ending = IoReason.of(gone);
        }
    }

    /** Returns whether the connection ended because of TLS. */
    boolean isTlsFailed() {
        return fault.startsWith(TLS);
    }

    /** Explains why bytes of the last read are not a message, or returns empty. */
    String garbage() {
        return frames.fault();
    }

    /** Returns the number of bytes skipped so far because they are not a valid message. */
    public long leftOutBytes() {
        return frames.leftOut();
    }

    /**
     * Sends pending TLS records, such as a handshake's. Returns whether the bytes read so far can then yield more messages.
     */
    boolean sendTlsRecords() {
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
     * Writes a message with one call, after the waiting messages. Does not allocate without TLS.
     *
     * @return false unless the whole message was written. The connection is then closed, because later messages would be
     *     unreadable, or have a gap before them
     */
    public boolean write(ByteBuffer message, BlockedWriter blockedWriter) {
        if (closed) {
            return false;
        }
        try {
            ByteBuffer bytes = tls == null ? message : encrypt(tls, message);
            if (out.isEmpty() || writeWaiting(blockedWriter)) {
                if (tls == null) {
                    trace(message);
                }
                channel.write(bytes);
                if (!bytes.hasRemaining() || blockedWriter.writeRest(channel, bytes)) {
                    return true;
                }
            }
        } catch (IOException gone) {
            fail(gone);
        }
        disconnect();
        return false;
    }

    private boolean writeWaiting(BlockedWriter blockedWriter) throws IOException {
        while (!out.isEmpty()) {
            ByteBuffer next = out.next();
            int count = next.remaining();
            boolean whole = blockedWriter.writeRest(channel, next);
            out.removeSent(count - next.remaining());
            if (!whole) {
                return false;
            }
        }
        return true;
    }

    private ByteBuffer encrypt(TlsLayer layer, ByteBuffer message) throws IOException {
        trace(message);
        long fromNs = System.nanoTime();
        ByteBuffer bytes = layer.encrypt(message);
        encryptedAtNs = System.nanoTime();
        encryptingNs = encryptedAtNs - fromNs;
        return bytes;
    }

    /**
     * Returns the monotonic time at which the last message of {@link #write} was encrypted, the earliest time at which it
     * could be sent. 0 without TLS.
     */
    public long encryptedAtNs() {
        return encryptedAtNs;
    }

    /** Returns how long the encryption took, in ns. */
    public long encryptingNs() {
        return encryptingNs;
    }

    /** Sends a message of QuickFIX/J. */
    @Override
    public boolean send(String message) {
        String text = session == null ? message : session.outgoing(message);
        return queue(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Queues a message, which is sent once the socket has room. Returns false if the connection is closed. */
    public boolean queue(ByteBuffer message) {
        if (closed) {
            return false;
        }
        trace(message);
        try {
            append(tls == null ? message : tls.encrypt(message));
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

    /**
     * Returns the queue of waiting messages, into which callers can encode more for {@link #flush} to send. Not available
     * with TLS.
     */
    public SendQueue buffer() {
        if (tls != null) {
            throw new IllegalStateException("messages over TLS must be encrypted before they are queued");
        }
        return out;
    }

    /** Writes as many waiting bytes as the socket takes. The transport writes the rest. Never waits. */
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
            out.clear();
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
            out.removeSent(written);
        }
    }

    /** Called when the socket has room again. */
    void onWritable() {
        blocked = false;
        flush();
    }

    /** Selects for writing if blocked, and for reading unless waiting bytes must be sent first. */
    void watch() {
        SelectionKey key = channel.keyFor(transport.selector());
        boolean reads = !blocked || transport.limits().readsWhileBlocked();
        try {
            if (key != null) {
                key.interestOps((reads ? SelectionKey.OP_READ : 0) | (blocked ? SelectionKey.OP_WRITE : 0));
            }
        } catch (CancelledKeyException closedMeanwhile) {
            // closed by a sending thread, and already in the queue
        }
    }

    /** Traces a message that is about to be sent. */
    private void trace(ByteBuffer message) {
        MessageTrace shown = transport.trace();
        if (shown != null) {
            shown.sent(System.nanoTime(), peer, message);
        }
    }

    /** Traces a received message. */
    void showReceived(String message) {
        MessageTrace shown = transport.trace();
        if (shown != null) {
            shown.received(System.nanoTime(), peer, ByteBuffer.wrap(message.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    /** Records why the connection is about to be closed. The first reason counts. */
    void recordReason(String why) {
        ending = ending.isEmpty() ? why : ending;
    }

    /** Closes the connection at once. Waiting bytes are lost. With TLS the other side is notified if the socket has room. */
    @Override
    public void disconnect() {
        if (closed) {
            return;
        }
        closed = true;
        recordReason(CLOSED_HERE);
        if (tls != null) {
            sendEnd(tls);
        }
        try {
            channel.close();
        } catch (IOException gone) {
            // it is closed anyway
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
            // the other side knows already
        }
    }
}
