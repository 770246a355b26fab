package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.search.PlacementProblem;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.CpuTopology.CpuPosition;
import org.ticktoquote.host.topology.HandOffCosts;

/**
 * {@link PlacementProblem} of a graph on a machine, with loads at their peaks.
 *
 * <p>Weight of a hand-off or wait: 1 on the path from adapter to adapter, 0.01 for other components, 0.001 for housekeeping.
 *
 * @param path the {@linkplain ThreadGraph#path path} of the graph
 * @param positions the {@linkplain ThreadGraph#positions positions} of its threads by their ids
 */
public record PlanModel(
        ThreadGraph graph, CpuTopology machine, HandOffCosts costs, BitSet path, IntUnaryOperator positions) {
    private static final double OFF_PATH = 0.01;
    private static final double HOUSEKEEPING = 0.001;
    private static final double US_NS = 1e3;
    private static final double SECOND_US = 1e6;
    /** Additional run time of a thread per hop to its memory, as a share. */
    private static final double REMOTE_MEMORY = 0.1;

    public PlanModel(ThreadGraph graph, CpuTopology machine, HandOffCosts costs) {
        this(graph, machine, costs, graph.path(), graph.positions());
    }

    boolean isOnPath(int thread) {
        return path.get(thread);
    }

    /** Returns whether the search places the thread. Housekeeping goes to reserved CPUs unless it spins or is pinned. */
    boolean isSearched(int thread) {
        ThreadNode node = graph.threads().get(thread);
        return !node.role().isHousekeeping() || node.spins() || !node.pinned().isEmpty();
    }

    /** Returns the positions in the graph of the threads that the search places. */
    public List<Integer> searched() {
        List<Integer> placed = new ArrayList<>();
        for (int i = 0; i < graph.threads().size(); i++) {
            if (isSearched(i)) {
                placed.add(i);
            }
        }
        return placed;
    }

    /** Returns the problem of the {@link #searched} threads on all CPUs except the reserved ones. */
    public PlacementProblem problem(CpuList reserved) {
        List<Integer> placed = searched();
        List<CpuPosition> cpus = machine.positions();
        PlacementProblem problem = PlacementProblem.withQueueing(placed.size(), cpus.size());
        List<Integer> cores = cpus.stream().map(CpuPosition::core).toList();
        for (int one = 0; one < cpus.size(); one++) {
            problem.core(one, cores.indexOf(cores.get(one)));
            for (int other = 0; other <= one; other++) {
                problem.distance(one, other, costs.ns(machine, cpus.get(one), cpus.get(other)) / US_NS);
            }
        }
        for (WakeEdge edge : graph.edges()) {
            int from = positions.applyAsInt(edge.from());
            int to = positions.applyAsInt(edge.to());
            if (isSearched(from) && isSearched(to)) {
                problem.addWeight(
                        placed.indexOf(from), placed.indexOf(to), edge.wakeups() * Math.min(weight(from), weight(to)));
            }
        }
        for (int i = 0; i < placed.size(); i++) {
            ThreadNode thread = graph.threads().get(placed.get(i));
            double peak = thread.load() > 0 ? thread.loadP99() / thread.load() : 1;
            problem.demand(i, weight(placed.get(i)), thread.slices() * peak, thread.spins() ? 1 : thread.loadP99());
            for (int cpu = 0; cpu < cpus.size(); cpu++) {
                problem.addFixed(i, cpu, fixed(placed.get(i), thread, cpus.get(cpu), reserved));
            }
        }
        return problem;
    }

    double weight(int thread) {
        if (path.get(thread)) {
            return 1;
        }
        return graph.threads().get(thread).role().isHousekeeping() ? HOUSEKEEPING : OFF_PATH;
    }

    private double fixed(int position, ThreadNode thread, CpuPosition cpu, CpuList reserved) {
        CpuList allowed = thread.pinned();
        if (allowed.isEmpty() ? reserved.contains(cpu.cpu()) : !allowed.contains(cpu.cpu())) {
            return PlacementProblem.FORBIDDEN;
        }
        double cost = thread.memoryNode() < 0
                ? 0
                : thread.load() * SECOND_US * REMOTE_MEMORY * machine.hops(thread.memoryNode(), cpu.node());
        for (AdapterNode adapter : graph.adapters()) {
            int node = nodeOf(adapter);
            boolean attached = adapter.receivers().contains(thread.id())
                    || adapter.senders().contains(thread.id());
            if (node >= 0 && attached && node != cpu.node()) {
                cost += thread.slices() * costs.ofHops(machine.hops(node, cpu.node())) / US_NS;
            }
        }
        return cost * weight(position);
    }

    private int nodeOf(AdapterNode adapter) {
        return adapter.node() >= 0
                ? adapter.node()
                : machine.positions().stream()
                        .filter(cpu -> adapter.interrupts().contains(cpu.cpu()))
                        .map(CpuPosition::node)
                        .findFirst()
                        .orElse(-1);
    }
}
