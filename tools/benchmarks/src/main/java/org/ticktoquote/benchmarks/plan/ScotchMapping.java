package org.ticktoquote.benchmarks.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.search.PlacementProblem;

/** Maps a graph with Scotch's {@code scotch_gmap} to 4 sockets of 8 cores with 2 threads, with many settings. */
final class ScotchMapping {
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
    static OptionalDouble best(ThreadGraph graph, PlacementProblem problem) throws IOException, InterruptedException {
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
            text.append(Math.max(1, Math.round(SCALE * graph.threads().get(i).load())))
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
