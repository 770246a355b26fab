package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.OutputStream;
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
import java.util.stream.Stream;

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
}
