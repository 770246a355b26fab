package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.audit.SocketDiagnostics;
import org.ticktoquote.core.audit.SocketDiagnostics.Query;
import org.ticktoquote.core.audit.TcpSocketCounters;

/**
 * Reads from the kernel for how long the receivers of TCP connections had their windows closed. Only this distinguishes a
 * receiver that does not read from a network that does not deliver.
 *
 * <p>Safe for any thread. Each query takes two system calls.
 */
public final class ClosedWindowTimes implements AutoCloseable {
    /** For connections whose window is unknown. */
    public static final LongSupplier UNKNOWN = () -> ConnectionCounters.UNKNOWN;

    private final SocketDiagnostics diagnosis = SocketDiagnostics.open();
    private boolean closed;

    /**
     * Returns a query of the time, in ns since the start of a connection, in which data was ready and the closed window
     * prevented sending.
     */
    public LongSupplier of(SocketChannel channel) throws IOException {
        Query query = new Query(
                (InetSocketAddress) channel.getLocalAddress(), (InetSocketAddress) channel.getRemoteAddress());
        return () -> closedNs(query);
    }

    private synchronized long closedNs(Query query) {
        return closed
                ? ConnectionCounters.UNKNOWN
                : diagnosis.of(query).map(TcpSocketCounters::windowLimitedNs).orElse(ConnectionCounters.UNKNOWN);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            diagnosis.close();
        }
        closed = true;
    }
}
