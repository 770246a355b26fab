package org.ticktoquote.clients.engine;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.net.ssl.SSLException;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.audit.SocketDiagnostics;
import org.ticktoquote.core.audit.SocketDiagnostics.Query;
import org.ticktoquote.core.audit.TcpSocketCounters;

/**
 * Current connection of each session, with its figures from the kernel.
 *
 * <p>Any thread can call {@link #opened}. Only one thread can call {@link #figures}. Figures are read from the client's
 * socket and, if the application is on this host, from the application's. A closed connection keeps its last figures, with no
 * unread bytes.
 */
final class Connections {
    /** Socket queries for both ends of a connection. */
    private record Ends(int port, Query here, Query there) {}

    private final Map<Integer, Ends> newest = new ConcurrentSkipListMap<>();
    private final Map<Integer, ConnectionCounters> last = new TreeMap<>();
    private final SocketDiagnostics diagnosis = SocketDiagnostics.open();
    private final Set<Integer> slowOnPurpose;

    /** @param slowOnPurpose sessions for which 0 unread bytes are reported */
    Connections(Set<Integer> slowOnPurpose) {
        this.slowOnPurpose = Set.copyOf(slowOnPurpose);
    }

    void opened(int session, InetSocketAddress local, InetSocketAddress remote) {
        newest.put(session, new Ends(local.getPort(), new Query(local, remote), new Query(remote, local)));
    }

    List<ConnectionCounters> figures() {
        last.replaceAll((session, figures) -> figures.allRead()); // closed connections
        newest.forEach((session, ends) -> diagnosis
                .of(ends.here)
                .map(own -> figures(session, ends, own))
                .ifPresent(figures -> last.put(session, figures)));
        return new ArrayList<>(last.values());
    }

    private ConnectionCounters figures(int session, Ends ends, TcpSocketCounters own) {
        long receiveWindow = own.receiveWindow(); // the next query overwrites its counters
        long unreadBytes = slowOnPurpose.contains(session) ? 0 : own.unreadBytes();
        Optional<TcpSocketCounters> sender = diagnosis.of(ends.there);
        long spurious = sender.map(TcpSocketCounters::spuriousRetransmits).orElse(ConnectionCounters.UNKNOWN);
        return new ConnectionCounters(
                session,
                ends.port,
                sender.map(figures -> Math.max(0, figures.retransmits() - Math.max(0, figures.spuriousRetransmits())))
                        .orElse(ConnectionCounters.UNKNOWN),
                spurious,
                sender.map(TcpSocketCounters::windowLimitedNs).orElse(ConnectionCounters.UNKNOWN),
                receiveWindow,
                unreadBytes);
    }

    /**
     * Describes why a connection failed, in common error terms such as {@code connection refused}, {@code unknown host} or
     * {@code no route to host}.
     */
    static String failure(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            return "unknown host";
        }
        String message = cause.getMessage();
        boolean plain = cause instanceof ConnectException || cause instanceof SocketTimeoutException;
        if (plain && message != null) {
            return message.toLowerCase(Locale.ROOT);
        }
        return cause instanceof SSLException ? "TLS: " + message : cause.toString();
    }
}
