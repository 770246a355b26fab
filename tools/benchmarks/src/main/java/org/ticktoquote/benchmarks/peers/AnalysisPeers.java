package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Compares {@code t2q analyze} with a naive join in numpy, which only computes the response of each snapshot that names its
 * tick, without any checks. Measures whole commands, in turn.
 *
 * <pre>{@code
 * java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.peers.AnalysisPeers T2Q BY-ID BY-PRICE [ROUNDS]
 * }</pre>
 *
 * <p>T2Q is the launcher. Both runs need the same number of snapshots, such as two written by {@code LongRun} from one
 * recording. The join needs {@code python3} with numpy, or the interpreter in the environment variable {@code PYTHON}.
 */
public final class AnalysisPeers {
    private static final String JOIN = "numpy_join";
    private static final int USER_TICKS_OF_CHILDREN = 13; // of proc(5), counted after the name
    private static final double TICKS_A_SECOND = 100;
    /** Exit statuses of a complete analysis: done, VOID run, or broken service level. */
    private static final Set<Integer> ANALYSED = Set.of(0, 3, 4);

    private final Map<String, List<String>> peers = new LinkedHashMap<>();
    private final Map<String, List<Cost>> costs = new LinkedHashMap<>();
    private long snapshots;

    /** Cost of a command: wall time, and CPU time of all its processes. */
    private record Cost(double seconds, double cpuSeconds) {}

    private AnalysisPeers(Path join, String t2q, String byId, String byPrice) {
        String python = System.getenv().getOrDefault("PYTHON", "python3");
        peers.put(JOIN, List.of(python, join.toString(), byId));
        peers.put("t2q, by id", List.of(t2q, "analyze", byId));
        peers.put("t2q, by price", List.of(t2q, "analyze", byPrice));
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length < 3) {
            throw new IllegalArgumentException("expected T2Q BY-ID BY-PRICE [ROUNDS]");
        }
        int rounds = arguments.length == 3 ? 3 : Integer.parseInt(arguments[3]);
        try (ScratchFolder folder = ScratchFolder.make()) {
            Path join = folder.path().resolve(JOIN + ".py");
            try (InputStream in = AnalysisPeers.class.getResourceAsStream(JOIN + ".py")) {
                Files.write(join, in.readAllBytes());
            }
            new AnalysisPeers(join, arguments[0], arguments[1], arguments[2]).run(rounds);
        }
    }

    private void run(int rounds) throws IOException, InterruptedException {
        cost(JOIN); // warm-up: fills the page cache
        for (int round = 0; round < rounds; round++) {
            for (String peer : peers.keySet()) {
                Cost cost = cost(peer);
                costs.computeIfAbsent(peer, unused -> new ArrayList<>()).add(cost);
                print("round " + (round + 1) + ", " + peer, cost.seconds(), cost.cpuSeconds());
            }
        }
        System.out.printf("medians; x: snapshots a second relative to %s%n", JOIN);
        peers.keySet().forEach(this::report);
    }

    private Cost cost(String peer) throws IOException, InterruptedException {
        double cpuBefore = cpuSeconds();
        long before = System.nanoTime();
        Process process = new ProcessBuilder(peers.get(peer))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        double seconds = (System.nanoTime() - before) / (double) TimeUnit.SECONDS.toNanos(1);
        if (!(peer.equals(JOIN) ? exit == 0 : ANALYSED.contains(exit))) {
            throw new IOException(String.join(" ", peers.get(peer)) + " ended with status " + exit);
        }
        if (peer.equals(JOIN)) {
            snapshots = Long.parseLong(said.substring(0, said.indexOf(' ')));
        }
        return new Cost(seconds, cpuSeconds() - cpuBefore);
    }

    /** Returns the CPU time of all child processes that have ended. */
    private static double cpuSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks =
                Long.parseLong(fields[USER_TICKS_OF_CHILDREN]) + Long.parseLong(fields[USER_TICKS_OF_CHILDREN + 1]);
        return ticks / TICKS_A_SECOND;
    }

    private void report(String peer) {
        print(peer, median(peer, Cost::seconds), median(peer, Cost::cpuSeconds));
    }

    private double median(String peer, ToDoubleFunction<Cost> of) {
        double[] values = costs.get(peer).stream().mapToDouble(of).sorted().toArray();
        return values[values.length / 2];
    }

    private void print(String what, double seconds, double cpuSeconds) {
        double times = costs.containsKey(JOIN) ? median(JOIN, Cost::seconds) / seconds : 1;
        System.out.printf(
                Locale.ROOT,
                "%-34s %7.2f s %7.2f s of CPU %8.2f M/s   x %.3f%n",
                what,
                seconds,
                cpuSeconds,
                snapshots / seconds / 1e6,
                times);
    }
}
