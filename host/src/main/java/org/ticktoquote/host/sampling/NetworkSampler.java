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
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.TcpDiagnosis;
import org.ticktoquote.core.audit.TcpSocketFigures;
import org.ticktoquote.core.evidence.ConnectionLook;
import org.ticktoquote.core.evidence.NetworkLook;
import org.ticktoquote.core.evidence.SessionQueue;
import org.ticktoquote.host.sockets.SocketTables;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;
import org.ticktoquote.host.sockets.SocketTables.SocketRow.SocketEnd;

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
    private static final long QUEUES_NS = TimeUnit.SECONDS.toNanos(1);

    private final SocketTables tables;
    private final NanoClock clock;
    private final TcpDiagnosis diagnosis = TcpDiagnosis.open();
    private Set<Long> processes = Set.of();
    private Set<Long> held = Set.of();
    private List<SocketRow> sessions = List.of();
    private Map<Ends, SocketRow> clients = Map.of();
    private long listedNs;
    private boolean ours;
    private Map<Ends, Counted> counted = Map.of();
    private final Map<Integer, SessionQueue> queues = new TreeMap<>();
    private long queuesNs;
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

    /** What only grows: segments sent again, and time of a shut window. */
    private record Counted(long resent, long shutNs) {
        static final Counted NOTHING = new Counted(0, 0);

        Counted atLeast(Counted other) {
            return new Counted(Math.max(resent, other.resent), Math.max(shutNs, other.shutNs));
        }
    }

    /** @param proc where the kernel shows processes */
    NetworkSampler(Path proc, NanoClock clock) {
        this.tables = new SocketTables(proc);
        this.clock = clock;
        this.lookedNs = clock.nanoTime();
        this.queuesNs = lookedNs;
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
        List<ConnectionLook> all = connections();
        NetworkLook now = new NetworkLook(
                lookedNs,
                clock.nanoTime(),
                sessions.size(),
                datagrams.size(),
                dropped(datagrams),
                all.stream().filter(ConnectionLook::isTroubled).toList(),
                queues(all, nowNs));
        lookedNs = nowNs;
        if (now.isTroubled() || !now.queues().isEmpty() || !now.hasSocketsOf(before)) {
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

    private List<ConnectionLook> connections() {
        Map<Ends, Counted> now = new HashMap<>();
        List<ConnectionLook> all = new ArrayList<>();
        for (SocketRow row : sessions) {
            Ends ends = Ends.of(row);
            Optional<TcpSocketFigures> own = asked(ends);
            Counted old =
                    counted.getOrDefault(ends, own.map(NetworkSampler::counted).orElse(Counted.NOTHING));
            Counted grown = own.map(NetworkSampler::counted).orElse(old).atLeast(old);
            now.put(ends, grown);
            all.add(new ConnectionLook(
                    row.remote().port(),
                    own.map(TcpSocketFigures::unsentBytes).orElse(row.unsent()),
                    unread(Ends.othersOf(row)),
                    grown.resent - old.resent,
                    own.map(TcpSocketFigures::unanswered).orElse(row.unanswered()),
                    grown.shutNs - old.shutNs));
        }
        counted = now;
        return all;
    }

    /** Nothing but once a second: that is enough for hours. */
    private List<SessionQueue> queues(List<ConnectionLook> all, long nowNs) {
        for (ConnectionLook look : all) {
            int port = look.clientPort();
            queues.put(
                    port,
                    queues.getOrDefault(port, new SessionQueue(port, 0, 0, 0)).with(look));
        }
        if (nowNs - queuesNs < QUEUES_NS) {
            return List.of();
        }
        queuesNs = nowNs;
        List<SessionQueue> told = List.copyOf(queues.values());
        queues.clear();
        return told;
    }

    private static Counted counted(TcpSocketFigures figures) {
        return new Counted(figures.neededRetransmits(), Math.max(0, figures.windowLimitedNs()));
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
