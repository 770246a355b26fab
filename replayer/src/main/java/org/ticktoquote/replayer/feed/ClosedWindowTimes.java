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
 * Reads from the kernel how long TCP receivers kept their windows closed. Only this distinguishes a receiver that does not
 * read from a network that does not deliver.
 *
 * <p>Safe for any thread. Each query takes two system calls.
 */
public final class ClosedWindowTimes implements AutoCloseable {
    /** Query for connections whose window is unknown. */
    public static final LongSupplier UNKNOWN = () -> ConnectionCounters.UNKNOWN;

    private final SocketDiagnostics diagnosis = SocketDiagnostics.open();
    private boolean closed;

    /** Returns a query of the total time in ns for which a closed window kept a connection from sending waiting data. */
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
