package org.ticktoquote.host.simulation;

import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

/** Predicts the latencies of a graph on a machine under different masks, with the same packets and service times. */
public final class PlanSimulation {
    private static final double SECOND_NS = 1e9;
    private static final double MOST_SECONDS = 20;

    private final Workload work;
    private final CpuTopology machine;
    private final long seed;
    private final double endNs;

    /**
     * A simulation.
     *
     * @param slices of all threads in a run: how long it simulates
     */
    public PlanSimulation(ThreadGraph graph, CpuTopology machine, HandOffCosts costs, long seed, long slices) {
        this.work = new Workload(graph, machine, costs);
        this.machine = machine;
        this.seed = seed;
        this.endNs = SECOND_NS * Math.min(MOST_SECONDS, slices / Math.max(1, work.slicesPerSecond));
    }

    /**
     * Predicts.
     *
     * @param masks of each thread by its position in the graph; an empty one: all CPUs but isolated ones
     * @param seeds runs, each with other packets
     */
    public Prediction predict(List<CpuList> masks, int seeds) {
        CpuList ordinary = machine.cpus().without(machine.isolated());
        CpuList unmanaged = ordinary.isEmpty() ? machine.cpus() : ordinary;
        int[][] allowed = masks.stream()
                .map(mask -> indexes(mask.isEmpty() ? unmanaged : mask))
                .toArray(int[][]::new);
        return Prediction.of(IntStream.range(0, seeds)
                .parallel()
                .mapToObj(run -> new SimulationRun(work, allowed, seed + run, endNs).run())
                .toList());
    }

    private int[] indexes(CpuList mask) {
        return IntStream.range(0, work.cpus)
                .filter(index -> mask.contains(work.positions.get(index).cpu()))
                .toArray();
    }
}
