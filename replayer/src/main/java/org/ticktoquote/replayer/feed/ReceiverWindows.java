package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.ticktoquote.core.audit.ConnectionFigures;
import org.ticktoquote.core.audit.TcpDiagnosis;
import org.ticktoquote.core.audit.TcpSocketFigures;

/**
 * For how long the receivers of TCP connections had their windows closed, as the kernel counts it: by that, and by nothing else
 * of a full buffer, a reader that does not read is told from a network that does not deliver.
 *
 * <p>For any thread. Two system calls a look.
 */
public final class ReceiverWindows implements AutoCloseable {
    /** The kernel does not say. */
    public static final LongSupplier UNKNOWN = () -> ConnectionFigures.UNKNOWN;

    private final TcpDiagnosis diagnosis = TcpDiagnosis.open();
    private boolean closed;

    /** Of a connection: time in which there was something to send and the window did not let it, in ns since its beginning. */
    public LongSupplier of(SocketChannel channel) throws IOException {
        InetSocketAddress here = (InetSocketAddress) channel.getLocalAddress();
        InetSocketAddress there = (InetSocketAddress) channel.getRemoteAddress();
        return () -> closedNs(here, there);
    }

    private synchronized long closedNs(InetSocketAddress here, InetSocketAddress there) {
        return closed
                ? ConnectionFigures.UNKNOWN
                : diagnosis
                        .of(here, there)
                        .map(TcpSocketFigures::windowLimitedNs)
                        .orElse(ConnectionFigures.UNKNOWN);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            diagnosis.close();
        }
        closed = true;
    }
}
