package org.ticktoquote.benchmarks.plan;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.plan.PlanModel;
import org.ticktoquote.host.search.PlacementProblem;
import org.ticktoquote.host.search.PlacementSearch;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

/**
 * Costs of placements of 200 threads on 64 CPUs in a ring of four sockets, at one load. One placement is balanced
 * without regard to wake-ups, one is packed by component, one is the best of Scotch, and one is the result of t2q's
 * search.
 *
 * @param load load of all threads together, in CPUs
 * @param scotch empty if Scotch is not installed
 * @param found cost after a search of about a second
 * @param longer cost after a longer search; equal to {@code found} if not requested
 * @param movesPerCpuSecond rate of the shorter search
 */
record PlanQuality(
        double load,
        double balanced,
        double packed,
        OptionalDouble scotch,
        double found,
        double longer,
        double movesPerCpuSecond) {
    static final long SECOND_MOVES = 16_000_000;
    private static final int THREADS = 200;
    private static final int CPUS = 64;

    /**
     * Measures one load.
     *
     * @param times number of moves of the longer search as a multiple of the shorter; 1 for no longer search
     */
    static PlanQuality of(double load, int times) throws IOException, InterruptedException {
        ThreadGraph graph = SyntheticGraph.of(THREADS, load, 1);
        CpuTopology machine = CpuTopology.of("4x8x2:ring", new LiveHost());
        PlacementProblem problem = new PlanModel(graph, machine, HandOffCosts.TYPICAL).problem(CpuList.none());
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        double found = problem.cost(new PlacementSearch(1, SECOND_MOVES).search(problem));
        double seconds = (system.getProcessCpuTime() - before) / 1e9;
        return new PlanQuality(
                load,
                problem.cost(PlacementSearch.balanced(problem)),
                problem.cost(byComponent()),
                ScotchMapping.isInstalled() ? ScotchMapping.best(graph, problem) : OptionalDouble.empty(),
                found,
                times == 1 ? found : problem.cost(new PlacementSearch(2, times * SECOND_MOVES).search(problem)),
                SECOND_MOVES / seconds);
    }

    /** Packs the threads of each component next to each other, socket by socket. */
    private static int[] byComponent() {
        return IntStream.range(0, THREADS)
                .map(thread -> thread * CPUS / THREADS)
                .map(leaf -> leaf / 2 + leaf % 2 * CPUS / 2)
                .toArray();
    }

    String words() {
        return String.format(
                Locale.ROOT,
                "load %4.1f: balanced 1, packed by component %.2f, Scotch %.2f, found %.3f, longer %.3f;"
                        + " found is %.2f of Scotch, %.1f %% above longer; %.1f M moves a CPU second",
                load,
                packed / balanced,
                scotch.orElse(Double.NaN) / balanced,
                found / balanced,
                longer / balanced,
                found / scotch.orElse(Double.NaN),
                100 * (found / longer - 1),
                movesPerCpuSecond / 1e6);
    }

    /**
     * Prints one line per load.
     *
     * @param arguments number of moves of the longer search as a multiple of the shorter, such as 60 for about a minute; none
     *     for no longer search
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int times = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
        for (double load : new double[] {12.8, 25.6, 38.4}) {
            System.out.println(of(load, times).words());
        }
    }

    /**
     * Thread graph like a pricing system's, with components in a chain. Most wake-ups go from a thread to its counterpart in the
     * next component, the others to threads of the same component or to random threads. The same seed gives the same graph.
     */
    private static final class SyntheticGraph {
        private static final int COMPONENTS = 12;
        private static final double SERVICE_S = 2e-6;
        /** One in five threads computes longer per wake-up by this factor. */
        private static final int SLOWER = 20;

        private SyntheticGraph() {}

        /**
         * Creates a graph.
         *
         * @param load load of all threads together, in CPUs
         */
        static ThreadGraph of(int threads, double load, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int lanes = threads / COMPONENTS;
            double[] shares = new double[threads];
            double all = 0;
            for (int i = 0; i < threads; i++) {
                shares[i] = 0.3 + random.nextDouble() * random.nextDouble() * 3;
                all += shares[i];
            }
            List<ThreadNode> nodes = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                double own = Math.min(0.75, load * shares[i] / all);
                String name = String.format(Locale.ROOT, "c%02d-%02d", component(i, lanes), i);
                nodes.add(node(i, name, "c" + component(i, lanes), own));
            }
            List<WakeEdge> edges = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                double rate = nodes.get(i).slices();
                int next = i + lanes;
                if (next < threads) {
                    edges.add(new WakeEdge(
                            i, next, 0.6 * Math.min(rate, nodes.get(next).slices())));
                }
                for (int k = 0; k < 3; k++) {
                    int other = random.nextInt(4) == 0
                            ? random.nextInt(threads)
                            : Math.min(threads - 1, component(i, lanes) * lanes + random.nextInt(lanes));
                    if (other != i) {
                        double most = Math.min(rate, nodes.get(other).slices());
                        edges.add(new WakeEdge(i, other, most * random.nextDouble() * 0.15));
                    }
                }
            }
            List<Integer> first =
                    nodes.stream().map(ThreadNode::id).filter(id -> id < lanes).toList();
            List<Integer> last = nodes.stream()
                    .map(ThreadNode::id)
                    .filter(id -> id >= threads - lanes)
                    .toList();
            return new ThreadGraph(
                    List.of(new Source(SourceKind.MODEL, 0, "synthetic")),
                    CpuList.none(),
                    nodes,
                    edges,
                    List.of(new AdapterNode("eth0", 0, CpuList.none(), first, last)));
        }

        private static ThreadNode node(int number, String name, String component, double load) {
            return new ThreadNode(
                    number,
                    ThreadNode.APPLICATION,
                    0,
                    0,
                    0,
                    name,
                    "",
                    ThreadRole.COMPONENT,
                    component,
                    load,
                    load,
                    load / SERVICE_S / (number % 5 == 0 ? SLOWER : 1),
                    false,
                    CpuList.none(),
                    -1);
        }

        private static int component(int thread, int lanes) {
            return Math.min(COMPONENTS - 1, thread / lanes);
        }
    }

    /** Maps a graph with Scotch's {@code scotch_gmap} to 4 sockets of 8 cores with 2 threads, with many settings. */
    private static final class ScotchMapping {
        private static final List<String> MACHINES =
                List.of("tleaf\n3 4 34 8 20 2 13\n", "tleaf\n3 4 3 8 2 2 1\n", "cmplt 64\n");
        private static final List<String> STRATEGIES = List.of("-cq", "-cb", "-cr");
        private static final List<String> IMBALANCES = List.of("-b0.01", "-b0.05", "-b0.2", "-b0.5", "-b1");
        private static final int SCALE = 10_000;

        private ScotchMapping() {}

        /** Returns whether Scotch is installed. */
        static boolean isInstalled() {
            return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, "scotch_gmap")));
        }

        /** Returns the lowest cost of all its mappings. */
        static OptionalDouble best(ThreadGraph graph, PlacementProblem problem)
                throws IOException, InterruptedException {
            Path folder = Files.createTempDirectory("scotch");
            try {
                Path source = Files.writeString(folder.resolve("graph.grf"), source(graph));
                double best = Double.POSITIVE_INFINITY;
                for (String machine : MACHINES) {
                    Path target = Files.writeString(folder.resolve("machine.tgt"), machine);
                    for (String strategy : STRATEGIES) {
                        for (String imbalance : IMBALANCES) {
                            Path map = folder.resolve("map");
                            int status = new ProcessBuilder(
                                            "scotch_gmap",
                                            source.toString(),
                                            target.toString(),
                                            map.toString(),
                                            strategy,
                                            imbalance)
                                    .redirectErrorStream(true)
                                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                    .start()
                                    .waitFor();
                            if (status == 0) {
                                best = Math.min(best, problem.cost(placement(map)));
                            }
                        }
                    }
                }
                return OptionalDouble.of(best);
            } finally {
                for (String name : List.of("graph.grf", "machine.tgt", "map")) {
                    Files.deleteIfExists(folder.resolve(name));
                }
                Files.delete(folder);
            }
        }

        private static String source(ThreadGraph graph) {
            int threads = graph.threads().size();
            List<Map<Integer, Long>> neighbours = new ArrayList<>();
            IntStream.range(0, threads).forEach(i -> neighbours.add(new HashMap<>()));
            for (WakeEdge edge : graph.edges()) {
                long weight = Math.max(1, Math.round(edge.wakeups()));
                neighbours.get(edge.from()).merge(edge.to(), weight, Long::sum);
                neighbours.get(edge.to()).merge(edge.from(), weight, Long::sum);
            }
            int arcs = neighbours.stream().mapToInt(Map::size).sum();
            StringBuilder text = new StringBuilder("0\n" + threads + " " + arcs + "\n0 011\n");
            for (int i = 0; i < threads; i++) {
                text.append(Math.max(
                                1, Math.round(SCALE * graph.threads().get(i).load())))
                        .append(' ')
                        .append(neighbours.get(i).size());
                neighbours
                        .get(i)
                        .forEach((to, weight) ->
                                text.append(' ').append(weight).append(' ').append(to));
                text.append('\n');
            }
            return text.toString();
        }

        /**
         * Converts Scotch's order of sockets, cores and hardware threads to that of Linux, which numbers the second threads of
         * all cores last.
         */
        private static int[] placement(Path map) throws IOException {
            List<String> lines = Files.readAllLines(map);
            int[] placement = new int[lines.size() - 1];
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.trim().split("\\s+", -1);
                int leaf = Integer.parseInt(fields[1]);
                placement[Integer.parseInt(fields[0])] = leaf / 2 + leaf % 2 * 32;
            }
            return placement;
        }
    }
}
