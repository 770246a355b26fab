package org.ticktoquote.benchmarks.plan;

import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.plan.PlanModel;
import org.ticktoquote.host.search.PlacementProblem;
import org.ticktoquote.host.search.PlacementSearch;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

final class PlanQuality {
    public static void main(String[] a) {
        for (double load : new double[] {6.4, 12.8, 19.2}) {
            ThreadGraph graph = SyntheticGraph.of(200, load, 1);
            PlacementProblem p = new PlanModel(
                            graph, CpuTopology.of("4x8x2:ring", new LiveHost()), HandOffCosts.TYPICAL)
                    .problem(CpuList.none());
            double bal = PlacementSearch.balanced(p).cost();
            System.out.printf("load %.0f balance %.0f%n", load, bal);
            for (int rep = 0; rep < 1; rep++)
                for (long moves : new long[] {1_000_000, 3_000_000, 6_000_000, 30_000_000}) {
                    long t = System.nanoTime();
                    double c = new PlacementSearch(7, moves).search(p).cost();
                    double s = (System.nanoTime() - t) / 1e9;
                    System.out.printf("  moves %d cost %.0f ratio %.3f %.2f s%n", moves, c, c / bal, s);
                }
        }
    }
}
