package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.clients.ClientsCommand;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import picocli.CommandLine;
import quickfix.ApplicationAdapter;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/**
 * Compares the cost of receiving a snapshot in {@code t2q clients}, a bare C loop, a bare C program with a thread per
 * session, and QuickFIX/J's own initiator. All get the same bytes, in turn, in one execution.
 *
 * <pre>{@code
 * java --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED -cp tools/benchmarks/target/benchmarks.jar \
 *     org.ticktoquote.benchmarks.peers.ClientPeers [ROUNDS [PART]]
 * }</pre>
 *
 * <p>With PART, only the bare loop and peers whose names contain it take part. Without a C compiler ({@code cc}) the bare
 * programs are reported as left out. The cost is the CPU time of the peer's process, from the kernel. The sender is the same
 * for all.
 */
public final class ClientPeers {
    private static final int SESSIONS = 25;
    private static final int RATE = 1_000;
    private static final int IDLE_RATE = 20;
    private static final long WARM_UP_NS = TimeUnit.SECONDS.toNanos(8);
    private static final long MEASURED_NS = TimeUnit.SECONDS.toNanos(8);
    private static final long PEAK_NS = TimeUnit.SECONDS.toNanos(5);

    /** First tick at the full rate, after warm-up and idle phase. The skew is computed from this tick on. */
    private static final int FROM_TICK = (int) ((WARM_UP_NS * RATE + MEASURED_NS * IDLE_RATE) / 1_000_000_000L);

    private static final int TO_TICK = (int) (FROM_TICK + MEASURED_NS * RATE / 1_000_000_000L);
    private static final String FROM = Integer.toString(FROM_TICK);
    private static final String TO = Integer.toString(TO_TICK);
    private static final String BASE = "bare loop in C";

    private final Path folder;
    private final Map<String, List<Result>> results = new LinkedHashMap<>();

    /**
     * Result of one peer in one round.
     *
     * @param atRateNs CPU time per snapshot at 25,000 snapshots per second over all sessions
     * @param idleNs CPU time per snapshot at a low rate, at which each snapshot wakes a thread
     * @param peak snapshots per second
     * @param skewP50Ns median time from the first to the last arrival of a tick; negative if unknown
     */
    private record Result(double atRateNs, double idleNs, double peak, double skewP50Ns, double skewP99Ns) {}

    private ClientPeers(Path folder) {
        this.folder = folder;
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = arguments.length == 0 ? 3 : Integer.parseInt(arguments[0]);
        try (ScratchFolder folder = ScratchFolder.make()) {
            new ClientPeers(folder.path()).run(rounds, arguments.length < 2 ? "" : arguments[1]);
        }
    }

    private void run(int rounds, String part) throws IOException, InterruptedException {
        List<Peer> peers = peers().stream()
                .filter(peer -> peer.name().equals(BASE) || peer.name().contains(part))
                .toList();
        for (int round = 0; round < rounds; round++) {
            for (Peer peer : peers) {
                Result result = measure(peer, folder.resolve("run-" + round));
                results.computeIfAbsent(peer.name(), unused -> new ArrayList<>())
                        .add(result);
                System.out.printf(Locale.ROOT, "round %d  %s%n", round + 1, line(peer.name(), result));
            }
        }
        report();
    }

    private List<Peer> peers() throws IOException, InterruptedException {
        List<Peer> peers = new ArrayList<>();
        Optional<Path> bare = BareProgram.compiled("bare_client", folder);
        if (bare.isPresent()) {
            String program = bare.get().toString();
            String length = Integer.toString(CountedMessage.LENGTH);
            peers.add(new Peer(
                    BASE, SESSIONS, List.of(program, "127.0.0.1", "PORT", "" + SESSIONS, length, "loop", FROM, TO)));
            peers.add(new Peer(
                    SESSIONS + " threads in C",
                    SESSIONS,
                    List.of(program, "127.0.0.1", "PORT", "" + SESSIONS, length, "threads", FROM, TO)));
        } else {
            System.out.println("left out: the bare programs in C, because cc is not installed or failed");
        }
        peers.add(t2q("t2q clients, 1 I/O thread", 1));
        peers.add(t2q("t2q clients, 2 I/O threads", 2));
        for (int sessions : new int[] {SESSIONS, 100, 200}) {
            peers.add(new Peer(
                    "QuickFIX/J, " + sessions + " sessions",
                    sessions,
                    java(QuickFixClients.class, List.of("PORT", Integer.toString(sessions)))));
        }
        return peers;
    }

    private Peer t2q(String name, int ioThreads) {
        return new Peer(
                name,
                SESSIONS,
                java(
                        T2qClients.class,
                        List.of("--run", folder.resolve("run").toString(), "--io-threads", "" + ioThreads)));
    }

    private static List<String> java(Class<?> main, List<String> arguments) {
        return JavaProgram.command(List.of("-Xmx512m"), main, arguments);
    }

    private Result measure(Peer peer, Path output) throws IOException, InterruptedException {
        Path run = folder.resolve("run");
        try (SnapshotServer server = new SnapshotServer()) {
            T2qClients.plan(run, peer.sessions(), server.port());
            Process process = peer.start(server.port(), output);
            try {
                OutputStream commands = process.getOutputStream();
                if (peer.name().startsWith("t2q")) {
                    commands.write("{\"command\":\"connect\"}\n".getBytes(StandardCharsets.UTF_8));
                    commands.flush();
                }
                server.accept(peer.sessions());
                int rate = RATE * SESSIONS / peer.sessions();
                server.write(rate, WARM_UP_NS);
                double idle = cost(process, () -> server.write(IDLE_RATE, MEASURED_NS));
                double atRate = cost(process, () -> server.write(rate, MEASURED_NS));
                double peak = server.writeAtOnce(PEAK_NS) / (PEAK_NS / 1e9);
                server.close();
                commands.close();
                if (!process.waitFor(60, TimeUnit.SECONDS)) {
                    throw new IOException(peer.name() + " does not end");
                }
                double[] skew = skew(peer, run, output);
                return new Result(atRate, idle, peak, skew[0], skew[1]);
            } finally {
                process.destroyForcibly();
                ScratchFolder.delete(run);
            }
        }
    }

    /** Phase of writing. */
    private interface Stretch {
        long write() throws IOException;
    }

    private static double cost(Process process, Stretch stretch) throws IOException {
        long before = Peer.cpuNs(process);
        long snapshots = stretch.write();
        return (double) (Peer.cpuNs(process) - before) / snapshots;
    }

    private static double[] skew(Peer peer, Path run, Path output) throws IOException {
        if (peer.name().startsWith("t2q")) {
            List<Long> skews = T2qClients.skews(run, peer.sessions(), FROM_TICK, TO_TICK);
            return new double[] {skews.get(skews.size() / 2), skews.get(skews.size() * 99 / 100)};
        }
        for (String line : Files.readAllLines(output)) {
            if (line.startsWith("skew ")) {
                String[] words = line.split(" ");
                return new double[] {Long.parseLong(words[1]), Long.parseLong(words[2])};
            }
        }
        return new double[] {-1, -1};
    }

    private void report() {
        System.out.printf(Locale.ROOT, "%nmedians of the rounds; x: times the %s of the same run%n", BASE);
        Result base = results.containsKey(BASE) ? median(results.get(BASE)) : null;
        results.forEach((name, all) -> {
            Result middle = median(all);
            System.out.println(line(name, middle)
                    + (base == null
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    "   x %.2f CPU, x %.2f idle, x %.2f peak",
                                    middle.atRateNs() / base.atRateNs(),
                                    middle.idleNs() / base.idleNs(),
                                    middle.peak() / base.peak())));
        });
    }

    private static Result median(List<Result> all) {
        return new Result(
                middle(all.stream().map(Result::atRateNs)),
                middle(all.stream().map(Result::idleNs)),
                middle(all.stream().map(Result::peak)),
                middle(all.stream().map(Result::skewP50Ns)),
                middle(all.stream().map(Result::skewP99Ns)));
    }

    private static double middle(Stream<Double> values) {
        List<Double> sorted = values.sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static String line(String name, Result result) {
        String skew = result.skewP50Ns() < 0
                ? "skew unknown"
                : String.format(
                        Locale.ROOT, "skew %.0f us, p99 %.0f us", result.skewP50Ns() / 1e3, result.skewP99Ns() / 1e3);
        return String.format(
                Locale.ROOT,
                "%-28s %6.2f us/snapshot at 25,000/s, %6.2f us idle, peak %,8.0f/s, %s",
                name,
                result.atRateNs() / 1e3,
                result.idleNs() / 1e3,
                result.peak(),
                skew);
    }

    /**
     * QuickFIX/J's own initiator as a peer, with a thread per session and a message object per snapshot. Ends at the end of its
     * input.
     */
    private static final class QuickFixClients {
        private QuickFixClients() {}

        /** @param arguments port and number of sessions */
        public static void main(String[] arguments) throws ConfigError, IOException {
            SessionSettings settings = new SessionSettings();
            settings.setString("ConnectionType", "initiator");
            settings.setString("SocketConnectHost", "127.0.0.1");
            settings.setString("SocketConnectPort", arguments[0]);
            settings.setString("SocketTcpNoDelay", "Y");
            settings.setString("ReconnectInterval", "1");
            settings.setString("HeartBtInt", "60");
            settings.setString("NonStopSession", "Y");
            settings.setString("ResetOnLogon", "Y");
            settings.setString("CheckLatency", "N");
            settings.setString("PersistMessages", "N");
            settings.setString("UseDataDictionary", "Y");
            for (int session = 0; session < Integer.parseInt(arguments[1]); session++) {
                String name = String.format(Locale.ROOT, "CLIENT-%02d", session);
                settings.setString(new SessionID("FIX.4.4", name, "PRICING"), "ConnectionType", "initiator");
            }
            LogFactory silence = new CompositeLogFactory(new LogFactory[0]);
            SocketInitiator initiator = new SocketInitiator(
                    new ApplicationAdapter(), new MemoryStoreFactory(), settings, silence, new DefaultMessageFactory());
            initiator.start();
            int input = 0;
            while (input >= 0) {
                input = System.in.read();
            }
            Runtime.getRuntime().halt(0);
        }
    }

    /** {@code t2q clients} as a peer, with a plan of its sessions and access to their journals. */
    private static final class T2qClients {
        private T2qClients() {}

        /** @param arguments options of {@code t2q clients}, which ends at the end of its input */
        public static void main(String[] arguments) {
            System.exit(new CommandLine(new ClientsCommand()).execute(arguments));
        }

        static Path plan(Path run, int sessions, int port) throws IOException {
            Files.createDirectories(run);
            return Files.writeString(
                    run.resolve("clients.json"),
                    "{\"connect\": \"127.0.0.1:" + port + "\", \"sessions\": " + sessions
                            + ", \"expectedSnapshots\": 200000, \"echo\": {\"tag\": 278, \"transform\": \"decimal\"},"
                            + " \"instruments\": [{\"id\": 0, \"symbol\": \"EUR/USD\"}]}");
        }

        /** Returns the last minus the first arrival of each tick in a range, in ns, ascending. */
        static List<Long> skews(Path run, int sessions, int fromTick, int toTick) {
            List<long[]> arrivals = new ArrayList<>();
            for (int session = 0; session < sessions; session++) {
                arrivals.add(arrivals(run.resolve(String.format(Locale.ROOT, "quotes-%02d.journal", session))));
            }
            List<Long> skews = new ArrayList<>();
            for (int tick = fromTick; tick < toTick; tick++) {
                long first = Long.MAX_VALUE;
                long last = Long.MIN_VALUE;
                for (long[] each : arrivals) {
                    first = Math.min(first, each[tick]);
                    last = Math.max(last, each[tick]);
                }
                skews.add(last - first);
            }
            skews.sort(null);
            return skews;
        }

        private static long[] arrivals(Path journal) {
            List<Long> received = new ArrayList<>();
            try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA)) {
                SnapshotRecord record = new SnapshotRecord(new UnsafeBuffer(0, 0), 0);
                while (reader.next()) {
                    record.wrap(reader);
                    if (record.kind() == SnapshotRecord.SNAPSHOT) {
                        received.add(record.receivedNs());
                    }
                }
            }
            return received.stream().mapToLong(Long::longValue).toArray();
        }
    }

    /**
     * Sends the snapshots of a comparison. Answers a client's Logon. Writes the same snapshots to every session, one write each,
     * at a rate or as fast as clients read.
     *
     * <p>Used by one thread. Ignores all messages of clients after their Logon.
     */
    private static final class SnapshotServer implements AutoCloseable {
        private static final Pattern SENDER = Pattern.compile("\u000149=([^\u0001]*)\u0001");
        private static final Pattern LOGON = Pattern.compile("\u000135=A\u0001");

        private final ServerSocket acceptor;
        private final List<Client> clients = new ArrayList<>();

        private static final class Client {
            private final Socket socket;
            private final CountedMessage message;

            Client(Socket socket, CountedMessage message) {
                this.socket = socket;
                this.message = message;
            }
        }

        SnapshotServer() throws IOException {
            acceptor = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        }

        int port() {
            return acceptor.getLocalPort();
        }

        /** Waits for clients, each with its first message. */
        void accept(int count) throws IOException {
            acceptor.setSoTimeout((int) TimeUnit.SECONDS.toMillis(60));
            while (clients.size() < count) {
                Socket socket = acceptor.accept();
                socket.setTcpNoDelay(true);
                Client client = greet(socket);
                drain(socket);
                clients.add(client);
            }
        }

        private static Client greet(Socket socket) throws IOException {
            byte[] bytes = new byte[4096];
            String hello = "";
            Matcher sender = SENDER.matcher(hello);
            while (!sender.find()) {
                int count = socket.getInputStream().read(bytes);
                if (count < 0) {
                    throw new IOException("a client disconnected before its logon");
                }
                hello += new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
                sender = SENDER.matcher(hello);
            }
            String name = sender.group(1);
            if (LOGON.matcher(hello).find()) {
                socket.getOutputStream()
                        .write(CountedMessage.of(
                                "35=A|34=1|49=PRICING|52=20261120-14:12:00.123|56=" + name + "|98=0|108=60|141=Y|"));
            }
            return new Client(socket, new CountedMessage(name));
        }

        /** Reads and discards further input of a client, so that its window stays open. */
        private static void drain(Socket socket) {
            DaemonThread.start("drain", () -> {
                try (InputStream in = socket.getInputStream()) {
                    byte[] bytes = new byte[4096];
                    int count = 0;
                    while (count >= 0) {
                        count = in.read(bytes);
                    }
                } catch (IOException gone) {
                    // the client has left
                }
            });
        }

        /** Writes at a rate for a time; returns the number of snapshots. */
        long write(int ticksPerSecond, long durationNs) throws IOException {
            long beginNs = System.nanoTime();
            long ticks = durationNs * ticksPerSecond / TimeUnit.SECONDS.toNanos(1);
            for (long tick = 0; tick < ticks; tick++) {
                long dueNs = beginNs + tick * TimeUnit.SECONDS.toNanos(1) / ticksPerSecond;
                while (System.nanoTime() - dueNs < 0) {
                    LockSupport.parkNanos(dueNs - System.nanoTime());
                }
                tick();
            }
            return ticks * clients.size();
        }

        /** Writes as fast as clients read; returns the number of snapshots. */
        long writeAtOnce(long durationNs) throws IOException {
            long beginNs = System.nanoTime();
            long ticks = 0;
            while (System.nanoTime() - beginNs < durationNs) {
                tick();
                ticks++;
            }
            return ticks * clients.size();
        }

        private void tick() throws IOException {
            for (Client client : clients) {
                client.socket.getOutputStream().write(client.message.next());
            }
        }

        @Override
        public void close() throws IOException {
            for (Client client : clients) {
                client.socket.close();
            }
            acceptor.close();
        }
    }
}
