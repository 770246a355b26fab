package org.ticktoquote.host.sampling;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.SocketDiagnostics;
import org.ticktoquote.core.audit.TcpSocketCounters;
import org.ticktoquote.core.evidence.ConnectionSample;
import org.ticktoquote.core.evidence.NetworkSample;
import org.ticktoquote.core.evidence.SessionQueue;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.sockets.SocketTables;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;
import org.ticktoquote.host.sockets.SocketTables.SocketRow.SocketEnd;

/**
 * Samples the connections to an application's own ports, and its UDP sockets. If the other end of a connection is in the
 * same network namespace, it samples both ends.
 *
 * <p>Listing connections makes the kernel walk its whole hash table, however few there are: 4 ms per list on a small host.
 * Connections are therefore listed every ten seconds and queried one by one in between. In another network namespace, where
 * queries are impossible from here, they are listed at every look. Thread-safe.
 */
final class NetworkSampler implements AutoCloseable {
    private static final long LIST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long QUEUES_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int INODE = 10;
    private static final int DROPPED = 3;

    private final Path proc;
    private final SocketTables tables;
    private final NanoClock clock;
    private final SocketDiagnostics diagnosis = SocketDiagnostics.open();
    private final KernelText text = new KernelText();
    private List<OpenFile> datagrams = List.of();
    private Set<Long> processes = Set.of();
    private Set<Long> held = Set.of();
    private Map<Ends, Session> sessions = Map.of();
    private long listedNs;
    private boolean ours;
    private final Map<Integer, SessionQueue> queues = new TreeMap<>();
    private long queuesNs;
    private Map<Long, Long> dropped = Map.of();
    private long sampledNs;
    private NetworkSample before = NetworkSample.NOTHING;
    private List<NetworkSample> over = new ArrayList<>();

    private record Ends(SocketEnd from, SocketEnd to) {
        static Ends of(SocketRow row) {
            return new Ends(row.local(), row.remote());
        }

        static Ends othersOf(SocketRow row) {
            return new Ends(row.remote(), row.local());
        }
    }

    /** Connection of the application with its cumulative counters: retransmitted segments and time with a closed window. */
    private final class Session {
        private final SocketRow row;
        private final @Nullable SocketRow client;
        private final InetSocketAddress local;
        private final InetSocketAddress remote;
        private long resent;
        private long shutNs;
        private boolean counted;

        /** @param old the same connection in the previous list */
        Session(SocketRow row, @Nullable SocketRow client, @Nullable Session old) {
            this.row = row;
            this.client = client;
            this.local = row.local().inet();
            this.remote = row.remote().inet();
            if (old != null) {
                resent = old.resent;
                shutNs = old.shutNs;
                counted = old.counted;
            }
        }

        ConnectionSample sample() {
            TcpSocketCounters own = asked(local, remote);
            long nowResent = own == null ? resent : own.neededRetransmits();
            long nowShutNs = own == null ? shutNs : own.windowLimitedNs();
            long resentBefore = counted ? resent : nowResent;
            long shutBeforeNs = counted ? shutNs : Math.max(0, nowShutNs);
            counted = true;
            resent = Math.max(resentBefore, nowResent);
            shutNs = Math.max(shutBeforeNs, nowShutNs);
            return new ConnectionSample(
                    row.remote().port(),
                    own == null ? row.unsent() : own.unsentBytes(),
                    unread(),
                    resent - resentBefore,
                    own == null ? row.unanswered() : own.unanswered(),
                    shutNs - shutBeforeNs);
        }

        private long unread() {
            if (client == null) {
                return ConnectionSample.UNSEEN;
            }
            TcpSocketCounters other = asked(remote, local);
            return other != null ? other.unreadBytes() : ours ? 0 : client.unread();
        }
    }

    NetworkSampler(Path proc, NanoClock clock) {
        this.proc = proc;
        this.tables = new SocketTables(proc);
        this.clock = clock;
        this.sampledNs = clock.nanoTime();
        this.queuesNs = sampledNs;
    }

    /** Samples the sockets of an application, whose processes must all be in the network namespace of the first. */
    synchronized void sample(Collection<Long> application) {
        Optional<Long> first = application.stream().findFirst();
        if (first.isEmpty()) {
            return;
        }
        long nowNs = clock.nanoTime();
        boolean others = processes.size() != application.size() || !processes.containsAll(application);
        if (others || !ours || nowNs - listedNs >= LIST_NS) {
            processes = Set.copyOf(application);
            list(first.get());
            listedNs = nowNs;
        }
        long lost = dropped();
        List<ConnectionSample> all =
                sessions.values().stream().map(Session::sample).toList();
        NetworkSample now = new NetworkSample(
                sampledNs,
                clock.nanoTime(),
                sessions.size(),
                dropped.size(),
                lost,
                all.stream().filter(ConnectionSample::isTroubled).toList(),
                queues(all, nowNs));
        sampledNs = nowNs;
        if (now.isTroubled() || !now.queues().isEmpty() || !now.hasSocketsOf(before)) {
            over.add(now);
        }
        before = now;
    }

    /** Returns the looks since the last call with trouble or another number of sockets. */
    synchronized List<NetworkSample> drain() {
        List<NetworkSample> all = over;
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
        Map<Ends, SocketRow> all =
                established.stream().collect(Collectors.toMap(Ends::of, row -> row, (one, other) -> one));
        Map<Ends, Session> now = new LinkedHashMap<>();
        established.stream()
                .filter(row ->
                        held.contains(row.inode()) && ports.contains(row.local().port()))
                .forEach(row -> now.put(
                        Ends.of(row), new Session(row, all.get(Ends.othersOf(row)), sessions.get(Ends.of(row)))));
        sessions = now;
        closeDatagrams();
        datagrams = Stream.of("udp", "udp6")
                .map(table -> new OpenFile(proc + "/" + first + "/net/" + table))
                .toList();
    }

    /** Returns the datagrams dropped by the application's sockets since the previous look, tracked by inode. */
    private long dropped() {
        Map<Long, Long> now = new HashMap<>();
        long grown = 0;
        for (OpenFile table : datagrams) {
            for (boolean more = text.read(table) && text.nextLine(); more; more = text.nextLine()) {
                long inode = text.skipWords(INODE) ? text.number() : KernelText.NONE;
                if (held.contains(inode)) {
                    long drops = text.skipWords(DROPPED) ? Math.max(0, text.number()) : 0;
                    now.put(inode, drops);
                    grown += Math.max(0, drops - dropped.getOrDefault(inode, drops));
                }
            }
        }
        dropped = now;
        return grown;
    }

    /** Returns the queues once per second, which is enough for hours; empty otherwise. */
    private List<SessionQueue> queues(List<ConnectionSample> all, long nowNs) {
        for (ConnectionSample look : all) {
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

    private @Nullable TcpSocketCounters asked(InetSocketAddress from, InetSocketAddress to) {
        return ours ? diagnosis.of(from, to).orElse(null) : null;
    }

    private void closeDatagrams() {
        datagrams.forEach(OpenFile::close);
    }

    @Override
    public synchronized void close() {
        closeDatagrams();
        diagnosis.close();
    }
}
