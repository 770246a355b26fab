package org.ticktoquote.benchmarks.plan;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ticktoquote.host.graph.ThreadGraph;
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
        double found = new PlacementSearch(1, SECOND_MOVES).search(problem).cost();
        double seconds = (system.getProcessCpuTime() - before) / 1e9;
        return new PlanQuality(
                load,
                PlacementSearch.balanced(problem).cost(),
                problem.cost(byComponent()),
                ScotchMapping.isInstalled() ? ScotchMapping.best(graph, problem) : OptionalDouble.empty(),
                found,
                times == 1
                        ? found
                        : new PlacementSearch(2, times * SECOND_MOVES)
                                .search(problem)
                                .cost(),
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
}
