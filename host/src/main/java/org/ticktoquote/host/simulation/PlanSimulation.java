package org.ticktoquote.host.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;
import org.ticktoquote.host.topology.HandOffCosts;

/** Predicts the latencies of a graph on a machine under different masks, with the same packets and service times. */
public final class PlanSimulation {
    private static final double SECOND_NS = 1e9;
    /** Limit of a packet's wake-ups from thread to thread. */
    public static final int MAX_HOPS = 64;

    private static final double MAX_SECONDS = 20;
    private static final double MAX_BURST = 5;
    /** Minimum share of slices that start without a wake-up, since every chain of wake-ups starts somewhere. */
    private static final double OWN_STARTS = 0.01;

    // graph and machine as arrays for SimulationRun, by position of the thread and index of the CPU
    final int threads;
    final int cpus;
    final double[] serviceNs;
    final boolean[] spins;
    /** Slices per second that no other thread causes. */
    final double[] ownRates;
    /** True if the slices that no other thread causes are packets whose latency is measured. */
    final boolean[] entries;

    final boolean[] exits;
    final BitSet path;
    final List<List<Wake>> wakes;
    /** Node of the adapter; -1 if unknown. */
    final int[] adapterNodes;

    final List<CpuPosition> positions;
    final double[] handOffNs;
    final int[][] sameLlc;
    final double wakeNs;
    final double burst;
    final CpuTopology machine;
    final HandOffCosts costs;
    private final long seed;
    private final double endNs;

    /**
     * Creates a simulation.
     *
     * @param slices number of slices of all threads in a run; sets the simulated time
     */
    public PlanSimulation(ThreadGraph graph, CpuTopology machine, HandOffCosts costs, long seed, long slices) {
        List<ThreadNode> nodes = graph.threads();
        this.machine = machine;
        this.costs = costs;
        this.threads = nodes.size();
        this.positions = machine.positions();
        this.cpus = positions.size();
        this.path = graph.path();
        this.serviceNs =
                nodes.stream().mapToDouble(node -> node.serviceSeconds() * 1e9).toArray();
        this.spins = new boolean[threads];
        this.ownRates = nodes.stream().mapToDouble(ThreadNode::slices).toArray();
        this.entries = new boolean[threads];
        this.exits = new boolean[threads];
        this.wakes = Stream.generate(() -> (List<Wake>) new ArrayList<Wake>())
                .limit(threads)
                .toList();
        this.adapterNodes = new int[threads];
        double slicesPerSecond = Arrays.stream(ownRates).sum();
        this.burst = burst(nodes);
        for (int i = 0; i < threads; i++) {
            spins[i] = nodes.get(i).spins();
            // the load of a spinner is polling; its real work is assumed short
            serviceNs[i] = spins[i] ? Math.min(serviceNs[i], (double) costs.sameCpuNs()) : serviceNs[i];
        }
        fillWakes(graph, nodes);
        fillEnds(graph);
        this.wakeNs = costs.sameCpuNs();
        this.handOffNs = new double[cpus * cpus];
        this.sameLlc = new int[cpus][];
        for (int one = 0; one < cpus; one++) {
            CpuPosition from = positions.get(one);
            for (int other = 0; other < cpus; other++) {
                handOffNs[one * cpus + other] = Math.max(0, costs.ns(machine, from, positions.get(other)) - wakeNs);
            }
            sameLlc[one] = IntStream.range(one, one + cpus)
                    .map(other -> other % cpus)
                    .filter(other -> positions.get(other).llc() == from.llc())
                    .toArray();
        }
        this.seed = seed;
        this.endNs = SECOND_NS * Math.min(MAX_SECONDS, slices / Math.max(1, slicesPerSecond));
    }

    private double burst(List<ThreadNode> nodes) {
        double load = 0;
        double peak = 0;
        for (int i = path.nextSetBit(0); i >= 0; i = path.nextSetBit(i + 1)) {
            load += nodes.get(i).load();
            peak += nodes.get(i).loadP99();
        }
        return load > 0 ? Math.max(1, Math.min(MAX_BURST, peak / load)) : 1;
    }

    /** Limits wake-ups to the rate at which a thread runs, since a wake-up of a running thread starts no slice. */
    private void fillWakes(ThreadGraph graph, List<ThreadNode> nodes) {
        IntUnaryOperator positionOf = graph.positions();
        double[] woken = new double[threads];
        for (WakeEdge edge : graph.edges()) {
            woken[positionOf.applyAsInt(edge.to())] += edge.wakeups();
        }
        for (WakeEdge edge : graph.edges()) {
            int from = positionOf.applyAsInt(edge.from());
            int to = positionOf.applyAsInt(edge.to());
            double slices = nodes.get(from).slices();
            if (slices > 0 && nodes.get(to).slices() > 0) {
                double factor = Math.min(1, nodes.get(to).slices() * (1 - OWN_STARTS) / woken[to]);
                wakes.get(from).add(new Wake(to, edge.wakeups() * factor / slices));
                ownRates[to] -= edge.wakeups() * factor;
            }
        }
    }

    private void fillEnds(ThreadGraph graph) {
        IntUnaryOperator positionOf = graph.positions();
        Arrays.fill(adapterNodes, -1);
        for (AdapterNode adapter : graph.adapters()) {
            for (int id : adapter.receivers()) {
                entries[positionOf.applyAsInt(id)] = true;
                adapterNodes[positionOf.applyAsInt(id)] = adapter.node();
            }
            adapter.senders().forEach(id -> exits[positionOf.applyAsInt(id)] = true);
        }
        boolean knownEntries =
                graph.adapters().stream().anyMatch(each -> !each.receivers().isEmpty());
        boolean knownExits =
                graph.adapters().stream().anyMatch(each -> !each.senders().isEmpty());
        for (int i = path.nextSetBit(0); i >= 0; i = path.nextSetBit(i + 1)) {
            entries[i] = knownEntries ? entries[i] : ownRates[i] > 0;
            exits[i] = knownExits ? exits[i] : wakes.get(i).stream().noneMatch(wake -> path.get(wake.to));
        }
    }

    /**
     * Predicts latencies.
     *
     * @param masks CPU masks by position of the thread in the graph; an empty mask means all CPUs that are not isolated
     * @param seeds number of runs, each with different packets
     */
    public Prediction predict(List<CpuList> masks, int seeds) {
        CpuList ordinary = machine.cpus().without(machine.isolated());
        CpuList unmanaged = ordinary.isEmpty() ? machine.cpus() : ordinary;
        int[][] allowed = masks.stream()
                .map(mask -> indexes(mask.isEmpty() ? unmanaged : mask))
                .toArray(int[][]::new);
        return Prediction.of(IntStream.range(0, seeds)
                .parallel()
                .mapToObj(run -> new SimulationRun(this, allowed, seed + run, endNs).run())
                .toList());
    }

    private int[] indexes(CpuList mask) {
        return IntStream.range(0, cpus)
                .filter(index -> mask.contains(positions.get(index).cpu()))
                .toArray();
    }

    /**
     * Predicted latencies of packets from adapter to adapter, in nanoseconds. Percentiles are means over the seeds; infinite
     * if no packet arrived.
     *
     * @param spread variation of the p99: range over the seeds, as a share of the mean
     */
    public record Prediction(double p50, double p99, double p999, double spread) {
        static Prediction of(List<double[]> runs) {
            runs.forEach(Arrays::sort);
            DoubleSummaryStatistics p99 = figures(runs, 0.99);
            return new Prediction(
                    figures(runs, 0.5).getAverage(),
                    p99.getAverage(),
                    figures(runs, 0.999).getAverage(),
                    p99.getMin() > 0 && p99.getMax() < Double.POSITIVE_INFINITY
                            ? (p99.getMax() - p99.getMin()) / p99.getAverage()
                            : 0);
        }

        private static DoubleSummaryStatistics figures(List<double[]> runs, double share) {
            return runs.stream().mapToDouble(run -> at(run, share)).summaryStatistics();
        }

        private static double at(double[] sorted, double share) {
            return sorted.length == 0
                    ? Double.POSITIVE_INFINITY
                    : sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
        }

        /** Returns whether p99 is no worse than another prediction's, and p99.9 worse by at most the spread. */
        public boolean isNoWorseThan(Prediction other) {
            return p99 <= other.p99 && p999 <= other.p999 * (1 + Math.max(spread, other.spread));
        }

        /** Returns the criterion for the choice of plans; lower is better. */
        public double score() {
            return p99 * p999;
        }
    }

    /** Wake-ups of a thread per slice of another. */
    record Wake(int to, double perSlice) {}
}
