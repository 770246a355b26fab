package org.ticktoquote.host.sampling;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.SocketDiagnostics;
import org.ticktoquote.core.audit.SocketDiagnostics.Query;
import org.ticktoquote.core.audit.TcpSocketCounters;
import org.ticktoquote.core.evidence.NetworkSample;
import org.ticktoquote.core.evidence.NetworkSample.ConnectionSample;
import org.ticktoquote.core.evidence.NetworkSample.SessionQueue;
import org.ticktoquote.core.file.JsonBuffer;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.sockets.SocketTables;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;
import org.ticktoquote.host.sockets.SocketTables.SocketRow.SocketEnd;

/**
 * Samples the connections to an application's own ports, and its UDP sockets. If the other end of a connection is in the same
 * network namespace, it samples both ends.
 *
 * <p>Listing connections makes the kernel walk its whole hash table, even for few connections: 4 ms per list on a small host.
 * Connections are therefore listed every ten seconds and queried one by one in between. In another network namespace, where
 * queries are impossible from here, they are listed for every sample. Thread-safe.
 */
final class NetworkSampler implements AutoCloseable {
    private static final long LIST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long QUEUES_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int INODE = 10;
    private static final int DROPPED = 3;
    private static final long NONE = -1;

    private final Path proc;
    private final SocketTables tables;
    private final NanoClock clock;
    private final SocketDiagnostics diagnosis = SocketDiagnostics.open();
    private final KernelText text = new KernelText();
    private List<OpenFile> datagrams = List.of();
    private List<Long> processes = List.of();
    private final LongHashSet held = new LongHashSet();
    private Map<Ends, Session> sessions = Map.of();
    private Session[] all = {};
    private long listedNs;
    private boolean ours;
    private final Map<Integer, Queue> queues = new TreeMap<>();
    private long queuesNs;
    private Long2LongHashMap dropped = new Long2LongHashMap(NONE);
    private Long2LongHashMap droppedBefore = new Long2LongHashMap(NONE);
    private long sampledNs;
    private int sessionsBefore = -1;
    private int datagramsBefore = -1;
    private final JsonBuffer connections = new JsonBuffer();
    private final JsonBuffer reported = new JsonBuffer();
    private final JsonBuffer over = new JsonBuffer();

    /** Ends of a connection, seen from one of them. */
    private record Ends(SocketEnd here, SocketEnd there) {
        static Ends of(SocketRow row) {
            return new Ends(row.local(), row.remote());
        }

        /** Returns the ends as the other end sees them. */
        static Ends ofOther(SocketRow row) {
            return new Ends(row.remote(), row.local());
        }
    }

    /** Counts of a {@link SessionQueue} over all connections of a client's port. */
    private static final class Queue {
        private long mostUnsent;
        private long resent;
        private long shutNs;
        private boolean counted;
    }

    /** Connection of the application with its cumulative counters: retransmitted segments and time with a closed window. */
    private final class Session {
        private final SocketRow row;
        private final @Nullable SocketRow client;
        private final Query own;
        private final Query other;
        private final Queue queue;
        private long resent;
        private long shutNs;
        private boolean counted;

        /** @param old the same connection in the previous list */
        Session(SocketRow row, @Nullable SocketRow client, @Nullable Session old) {
            this.row = row;
            this.client = client;
            InetSocketAddress local = row.local().inet();
            InetSocketAddress remote = row.remote().inet();
            this.own = new Query(local, remote);
            this.other = new Query(remote, local);
            this.queue = queues.computeIfAbsent(row.remote().port(), port -> new Queue());
            if (old != null) {
                resent = old.resent;
                shutNs = old.shutNs;
                counted = old.counted;
            }
        }

        /** Samples once and adds a {@link ConnectionSample} if there is a problem. */
        void sample() {
            TcpSocketCounters counters = asked(own);
            long nowResent = counters == null ? resent : counters.neededRetransmits();
            long nowShutNs = counters == null ? shutNs : counters.windowLimitedNs();
            long unsent = counters == null ? row.unsent() : counters.unsentBytes();
            long unanswered = counters == null ? row.unanswered() : counters.unanswered();
            long unread = unread();
            long resentBefore = counted ? resent : nowResent;
            long shutBeforeNs = counted ? shutNs : Math.max(0, nowShutNs);
            counted = true;
            resent = Math.max(resentBefore, nowResent);
            shutNs = Math.max(shutBeforeNs, nowShutNs);
            long newResent = resent - resentBefore;
            long newShutNs = shutNs - shutBeforeNs;
            if (unread > 0 || newShutNs > 0 || newResent > 0 || unanswered > 0) {
                connections
                        .begin('[')
                        .number(row.remote().port())
                        .number(unsent)
                        .number(unread);
                connections
                        .number(newResent)
                        .number(unanswered)
                        .number(newShutNs)
                        .end(']');
            }
            queue.mostUnsent = Math.max(queue.mostUnsent, unsent);
            queue.resent += newResent;
            queue.shutNs += newShutNs;
            queue.counted = true;
        }

        private long unread() {
            if (client == null) {
                return ConnectionSample.UNSEEN;
            }
            TcpSocketCounters counters = asked(other);
            return counters != null ? counters.unreadBytes() : ours ? 0 : client.unread();
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
    synchronized void sample(List<Long> application) {
        if (application.isEmpty()) {
            return;
        }
        long nowNs = clock.nanoTime();
        if (!application.equals(processes) || !ours || nowNs - listedNs >= LIST_NS) {
            processes = List.copyOf(application);
            list(processes.get(0));
            listedNs = nowNs;
        }
        long lost = dropped();
        for (Session session : all) {
            session.sample();
        }
        long endNs = clock.nanoTime();
        reportQueues(nowNs);
        int datagramSockets = dropped.size();
        if (lost > 0
                || !connections.isEmpty()
                || !reported.isEmpty()
                || all.length != sessionsBefore
                || datagramSockets != datagramsBefore) {
            over.begin('{').field("fromNs", sampledNs).field("toNs", endNs);
            over.field("sessions", all.length).field("datagramSockets", datagramSockets);
            if (lost > 0) {
                over.field("dropped", lost);
            }
            over.array("connections", connections).array("queues", reported).end('}');
        }
        sampledNs = nowNs;
        sessionsBefore = all.length;
        datagramsBefore = datagramSockets;
    }

    /** Moves samples with a problem or a new number of sockets to a line, each as a {@link NetworkSample}. */
    synchronized void drain(JsonBuffer line) {
        line.array("network", over);
    }

    private void list(long first) {
        ours = tables.isOurs(first);
        held.clear();
        processes.forEach(pid -> tables.held(pid).forEach(inode -> held.add(inode.longValue())));
        List<SocketRow> rows = tables.tcp(first);
        Set<Integer> ports = rows.stream()
                .filter(row -> row.state() == SocketRow.LISTENING && held.contains(row.inode()))
                .map(row -> row.local().port())
                .collect(Collectors.toSet());
        List<SocketRow> established = rows.stream()
                .filter(row -> row.state() == SocketRow.ESTABLISHED)
                .toList();
        Map<Ends, SocketRow> byEnds =
                established.stream().collect(Collectors.toMap(Ends::of, row -> row, (one, other) -> one));
        Map<Ends, Session> now = new LinkedHashMap<>();
        established.stream()
                .filter(row ->
                        held.contains(row.inode()) && ports.contains(row.local().port()))
                .forEach(row -> now.put(
                        Ends.of(row), new Session(row, byEnds.get(Ends.ofOther(row)), sessions.get(Ends.of(row)))));
        sessions = now;
        all = now.values().toArray(Session[]::new);
        closeDatagrams();
        datagrams = Stream.of("udp", "udp6")
                .map(table -> new OpenFile(proc + "/" + first + "/net/" + table))
                .toList();
    }

    /** Returns the datagrams dropped by the application's sockets since the previous sample, tracked by inode. */
    private long dropped() {
        Long2LongHashMap now = droppedBefore;
        now.clear();
        long grown = 0;
        for (OpenFile table : datagrams) {
            for (boolean more = text.read(table) && text.nextLine(); more; more = text.nextLine()) {
                long inode = text.skipWords(INODE) ? text.number() : KernelText.NONE;
                if (held.contains(inode)) {
                    long drops = text.skipWords(DROPPED) ? Math.max(0, text.number()) : 0;
                    now.put(inode, drops);
                    long before = dropped.get(inode);
                    grown += before == NONE ? 0 : Math.max(0, drops - before);
                }
            }
        }
        droppedBefore = dropped;
        dropped = now;
        return grown;
    }

    /** Reports the queues at most once per second. */
    private void reportQueues(long nowNs) {
        if (nowNs - queuesNs < QUEUES_NS) {
            return;
        }
        queuesNs = nowNs;
        queues.values().removeIf(queue -> !queue.counted); // its connections were closed
        queues.forEach((port, queue) -> {
            reported.begin('[').number(port).number(queue.mostUnsent).number(queue.resent);
            reported.number(queue.shutNs).end(']');
            queue.mostUnsent = 0;
            queue.resent = 0;
            queue.shutNs = 0;
            queue.counted = false;
        });
    }

    private @Nullable TcpSocketCounters asked(Query query) {
        return ours ? diagnosis.of(query).orElse(null) : null;
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
