package org.ticktoquote.host.sampling;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.TcpDiagnosis;
import org.ticktoquote.core.audit.TcpSocketFigures;
import org.ticktoquote.core.evidence.ConnectionLook;
import org.ticktoquote.core.evidence.NetworkLook;
import org.ticktoquote.host.sockets.SocketEnd;
import org.ticktoquote.host.sockets.SocketRow;
import org.ticktoquote.host.sockets.SocketTables;

/**
 * What the connections to an application's own ports, and its UDP sockets, go through. Where the other end of a connection is
 * in the same network namespace, both are seen.
 *
 * <p>The kernel walks through all of its memory for connections when it lists them, however few there are: 4 ms a list on a
 * small host. So they are listed every ten seconds, and asked for one by one in between; in another network namespace, where
 * nobody can be asked from here, they are listed at every look. Thread-safe.
 */
final class NetworkSampler implements AutoCloseable {
    private static final long LIST_NS = TimeUnit.SECONDS.toNanos(10);

    private final SocketTables tables;
    private final NanoClock clock;
    private final TcpDiagnosis diagnosis = TcpDiagnosis.open();
    private Set<Long> processes = Set.of();
    private Set<Long> held = Set.of();
    private List<SocketRow> sessions = List.of();
    private Map<Ends, SocketRow> clients = Map.of();
    private long listedNs;
    private boolean ours;
    private Map<Ends, Long> resent = Map.of();
    private Map<Long, Long> dropped = Map.of();
    private long lookedNs;
    private NetworkLook before = NetworkLook.NOTHING;
    private List<NetworkLook> over = new ArrayList<>();

    private record Ends(SocketEnd from, SocketEnd to) {
        static Ends of(SocketRow row) {
            return new Ends(row.local(), row.remote());
        }

        static Ends othersOf(SocketRow row) {
            return new Ends(row.remote(), row.local());
        }
    }

    /** @param proc where the kernel shows processes */
    NetworkSampler(Path proc, NanoClock clock) {
        this.tables = new SocketTables(proc);
        this.clock = clock;
        this.lookedNs = clock.nanoTime();
    }

    /** Looks at the sockets of an application; all of its processes are in the network namespace of the first. */
    synchronized void look(Collection<Long> application) {
        Optional<Long> first = application.stream().findFirst();
        if (first.isEmpty()) {
            return;
        }
        long nowNs = clock.nanoTime();
        if (!processes.equals(Set.copyOf(application)) || !ours || nowNs - listedNs >= LIST_NS) {
            processes = Set.copyOf(application);
            list(first.get());
            listedNs = nowNs;
        }
        List<SocketRow> datagrams = tables.udp(first.get()).stream()
                .filter(row -> held.contains(row.inode()))
                .toList();
        NetworkLook now = new NetworkLook(
                lookedNs, clock.nanoTime(), sessions.size(), datagrams.size(), dropped(datagrams), troubled());
        lookedNs = nowNs;
        if (now.isTroubled() || !now.hasSocketsOf(before)) {
            over.add(now);
        }
        before = now;
    }

    /** Those at which something was wrong, or the number of sockets had changed, since the last call. */
    synchronized List<NetworkLook> over() {
        List<NetworkLook> all = over;
        over = new ArrayList<>();
        return all;
    }

    private void list(long first) {
        ours = tables.isOurs(first);
        Set<Long> found = new HashSet<>();
        processes.forEach(pid -> found.addAll(tables.held(pid)));
        held = found;
        List<SocketRow> rows = tables.tcp(first);
        Set<Integer> ports = rows.stream()
                .filter(row -> row.state() == SocketRow.LISTENING && held.contains(row.inode()))
                .map(row -> row.local().port())
                .collect(Collectors.toSet());
        List<SocketRow> established = rows.stream()
                .filter(row -> row.state() == SocketRow.ESTABLISHED)
                .toList();
        sessions = established.stream()
                .filter(row ->
                        held.contains(row.inode()) && ports.contains(row.local().port()))
                .toList();
        clients = established.stream().collect(Collectors.toMap(Ends::of, row -> row, (one, other) -> one));
    }

    private long dropped(List<SocketRow> datagrams) {
        Map<Long, Long> now = new HashMap<>();
        long grown = 0;
        for (SocketRow row : datagrams) {
            now.put(row.inode(), row.dropped());
            grown += Math.max(0, row.dropped() - dropped.getOrDefault(row.inode(), row.dropped()));
        }
        dropped = now;
        return grown;
    }

    private List<ConnectionLook> troubled() {
        Map<Ends, Long> now = new HashMap<>();
        List<ConnectionLook> troubled = new ArrayList<>();
        for (SocketRow row : sessions) {
            Optional<TcpSocketFigures> own = asked(Ends.of(row));
            long sentAgain = own.map(NetworkSampler::needed).orElse(0L);
            now.put(Ends.of(row), Math.max(sentAgain, resent.getOrDefault(Ends.of(row), 0L)));
            ConnectionLook look = new ConnectionLook(
                    row.remote().port(),
                    own.map(TcpSocketFigures::unsentBytes).orElse(row.unsent()),
                    unread(Ends.othersOf(row)),
                    Math.max(0, sentAgain - resent.getOrDefault(Ends.of(row), sentAgain)),
                    own.map(TcpSocketFigures::unanswered).orElse(row.unanswered()));
            if (look.isTroubled()) {
                troubled.add(look);
            }
        }
        resent = now;
        return troubled;
    }

    /** What the other end had already was held back by it, and not lost. */
    private static long needed(TcpSocketFigures figures) {
        return figures.retransmits() - Math.max(0, figures.spuriousRetransmits());
    }

    private long unread(Ends client) {
        @Nullable SocketRow listed = clients.get(client);
        return listed == null
                ? ConnectionLook.UNSEEN
                : asked(client).map(TcpSocketFigures::unreadBytes).orElse(ours ? 0 : listed.unread());
    }

    private Optional<TcpSocketFigures> asked(Ends ends) {
        return ours ? diagnosis.of(ends.from().inet(), ends.to().inet()) : Optional.empty();
    }

    @Override
    public synchronized void close() {
        diagnosis.close();
    }
}
