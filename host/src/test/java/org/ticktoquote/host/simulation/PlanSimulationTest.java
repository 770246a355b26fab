package org.ticktoquote.host.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.graph.Threads;
import org.ticktoquote.host.simulation.PlanSimulation.Prediction;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology;
import org.ticktoquote.host.topology.HandOffCosts;

class PlanSimulationTest {
    private static final long SLICES = 40_000;

    private final List<ThreadNode> threads = new ArrayList<>();
    private final List<WakeEdge> edges = new ArrayList<>();

    /** Adds a thread with 1,000 slices a second of the given length. */
    private void thread(double serviceUs) {
        threads.add(Threads.modelled(threads.size(), "t" + threads.size(), "", serviceUs / 1000, 1000));
    }

    private void chain(double... serviceUs) {
        for (double each : serviceUs) {
            thread(each);
            if (threads.size() > 1) {
                edges.add(new WakeEdge(threads.size() - 2, threads.size() - 1, 990));
            }
        }
    }

    private Prediction predict(String machine, String... masks) {
        int last = (int) threads.stream()
                        .filter(thread -> thread.role() == ThreadRole.COMPONENT)
                        .count()
                - 1;
        ThreadGraph graph = new ThreadGraph(
                List.of(),
                CpuList.none(),
                threads,
                edges,
                List.of(new AdapterNode("eth0", -1, CpuList.none(), List.of(0), List.of(last))));
        List<CpuList> sets = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            sets.add(i < masks.length ? CpuList.parse(masks[i]) : CpuList.none());
        }
        CpuTopology topology = CpuTopology.of(machine, new LiveHost());
        return new PlanSimulation(graph, topology, HandOffCosts.TYPICAL, 1, SLICES).predict(sets, 3);
    }

    private ThreadNode collector(double load, double slices) {
        return Threads.modelled(threads.size(), "GC Thread#0", ThreadRole.COLLECTOR, load, slices, false);
    }

    @Test
    void idleThreadTakesServiceTimePlusWakeUp() {
        chain(100);

        Prediction prediction = predict("1x1x1");

        // batches of three in the mean, all at once: the wait of a packet in one is geometric, with the service
        // exponential
        assertThat(prediction.p50()).isCloseTo(1_000 + 3 * 100_000 * Math.log(2), within(25_000.0));
        assertThat(prediction.p99()).isCloseTo(3 * 100_000 * Math.log(100), within(250_000.0));
    }

    @Test
    void longerDistanceSlowsHandOff() {
        chain(1, 1);

        double near = predict("2x1x1", "0", "0").p50();
        double far = predict("2x1x1", "0", "1").p50();
        double sibling = predict("1x1x2", "0", "1").p50();

        assertThat(far - sibling).isBetween(500.0, 6_000.0);
        assertThat(near).as("one after the other").isGreaterThan(sibling / 2);
    }

    @Test
    void collectorOnTheSameCpuLengthensTheTail() {
        chain(10, 10);
        threads.add(collector(0.2, 50));

        Prediction together = predict("1x3x1", "0", "1", "0-1");
        Prediction apart = predict("1x3x1", "0", "1", "2");

        assertThat(apart.p99()).isLessThan(together.p99() / 3);
        assertThat(apart.isNoWorseThan(together)).isTrue();
        assertThat(together.isNoWorseThan(apart)).isFalse();
    }

    @Test
    void idleCpusRunWaitingThreadsOfTheirSet() {
        chain(300);
        chain(300, 300);

        assertThat(predict("1x4x1", "0-3", "0-3", "0-3").p99())
                .isLessThan(predict("1x4x1", "0", "0", "0").p99());
    }

    @Test
    void ignoresIdleCpusThatThreadsCannotUse() {
        chain(250, 250, 250, 250);

        double p99 = predict("2x1x1", "0-1", "0-1", "0-1", "0-1").p99();
        double withIdleCpu = predict("3x1x1", "1-2", "1-2", "1-2", "1-2").p99();
        assertThat(p99).isFinite();
        assertThat(withIdleCpu).isCloseTo(p99, within(0.2 * p99));
    }

    @Test
    void spinnerKeepsItsCpuBusy() {
        chain(20);
        threads.add(Threads.modelled(1, "spinner", ThreadRole.COMPONENT, 1, 10, true));
        edges.add(new WakeEdge(0, 1, 5));
        threads.add(collector(0.01, 10));

        assertThat(predict("1x2x1", "0", "1").p50())
                .isLessThan(predict("1x2x1", "0", "0").p50() / 2);
    }

    @Test
    void sameSeedGivesSamePrediction() {
        chain(20, 30, 40);
        threads.add(collector(0.1, 30));

        assertThat(predict("1x2x2")).isEqualTo(predict("1x2x2"));
    }
}
