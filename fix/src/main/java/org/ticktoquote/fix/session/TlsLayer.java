package org.ticktoquote.fix.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * TLS of one connection. {@link #read} is for the reading thread, and can take milliseconds in a handshake. All other
 * methods require the session's lock, and can run at the same time as {@link #read}. Encryption allocates in Java's own
 * classes.
 */
final class TlsLayer {
    private static final int RECEIVED_BYTES = 32 * 1024;
    private static final int HANDSHAKE_RECORD = 22;
    /** Cipher suite of a session before its handshake. */
    private static final String NO_CIPHER = "SSL_NULL_WITH_NULL_NULL";

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVED_BYTES);
    private ByteBuffer sealed;
    private boolean begun;
    private boolean stopped;

    /** Begins the handshake if this side connects. {@link #answer} returns its first message. */
    TlsLayer(SSLEngine engine) throws SSLException {
        this.engine = engine;
        if (engine.getUseClientMode()) {
            engine.beginHandshake();
        }
        this.sealed = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    }

    /** Returns whether the handshake is complete. */
    boolean isEstablished() {
        return !engine.getSession().getCipherSuite().equals(NO_CIPHER);
    }

    /**
     * Reads and decrypts bytes like {@link SocketChannel#read}. Stops if {@link #answer} has to be sent first.
     *
     * @param into buffer with room for the plaintext of {@value #RECEIVED_BYTES} bytes
     */
    int read(SocketChannel channel, ByteBuffer into) throws IOException {
        int from = into.position();
        int count = channel.read(received);
        received.flip();
        stopped = false;
        try {
            requireHandshake();
            while (received.hasRemaining() && unwrap(into)) {
                begun = true;
            }
        } finally {
            received.compact();
        }
        int read = into.position() - from;
        return read == 0 && (count < 0 || engine.isInboundDone()) ? -1 : read;
    }

    /** Requires a TLS handshake as the first bytes. Java's own error message does not say that the handshake is missing. */
    private void requireHandshake() throws SSLException {
        if (!begun
                && !engine.getUseClientMode()
                && received.hasRemaining()
                && received.get(received.position()) != HANDSHAKE_RECORD) {
            throw new SSLException("the first bytes are not a TLS ClientHello");
        }
    }

    /** Decrypts one record. Returns false if that is not possible now. */
    private boolean unwrap(ByteBuffer into) throws SSLException {
        stopped = engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone();
        if (stopped) {
            return false;
        }
        SSLEngineResult result = engine.unwrap(received, into);
        runTasks();
        return result.getStatus() == SSLEngineResult.Status.OK && result.bytesConsumed() + result.bytesProduced() > 0;
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Returns whether {@link #read} can yield more from the bytes already received, once {@link #answer} has been sent. */
    boolean hasMore() {
        // does not test the engine's status, because sending a tick may already have sent the pending record
        return stopped || engine.isInboundDone();
    }

    /** Returns pending records of the handshake, an alert or the TLS close, possibly none. Valid until the next call. */
    ByteBuffer answer() throws SSLException {
        sealed.clear();
        boolean more = engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
        while (more) {
            SSLEngineResult result = wrap(NOTHING);
            more = engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                    && (result.bytesProduced() > 0 || result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW);
        }
        return sealed.flip();
    }

    /** Returns the encrypted message. Valid until the next call. */
    ByteBuffer encrypt(ByteBuffer message) throws SSLException {
        sealed.clear();
        while (message.hasRemaining()) {
            SSLEngineResult result = wrap(message);
            boolean stuck = result.bytesConsumed() + result.bytesProduced() == 0
                    && result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW;
            if (stuck) {
                throw new SSLException("the TLS connection cannot send: in a handshake or closed");
            }
        }
        return sealed.flip();
    }

    private SSLEngineResult wrap(ByteBuffer from) throws SSLException {
        SSLEngineResult result = engine.wrap(from, sealed);
        runTasks();
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            sealed = ByteBuffer.allocate(2 * sealed.capacity()).put(sealed.flip());
        }
        return result;
    }

    /** Ends this side of TLS and returns its last record. */
    ByteBuffer end() throws SSLException {
        engine.closeOutbound();
        return answer();
    }
}
