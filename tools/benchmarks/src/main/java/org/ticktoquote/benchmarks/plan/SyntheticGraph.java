package org.ticktoquote.benchmarks.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.Source;
import org.ticktoquote.host.graph.ThreadGraph.SourceKind;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadRole;
import org.ticktoquote.host.state.CpuList;

/**
 * Thread graph like a pricing system's, with components in a chain. Most wake-ups go from a thread to its counterpart in the
 * next component, the others to threads of the same component or to random threads. The same seed gives the same graph.
 */
final class SyntheticGraph {
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
