package org.ticktoquote.host.manage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ThreadKind;
import org.ticktoquote.host.threads.ThreadLoads.Load;

class ApplyConditionsTest {
    /** Threads with constant loads, each on its CPUs. */
    private static Optional<String> problem(List<Double> loads, List<String> cpus) {
        return problem(1, loads, cpus);
    }

    private static Optional<String> problem(double share, List<Double> peaks, List<String> cpus) {
        Map<Long, Load> loads = new HashMap<>();
        List<Placement> placements = IntStream.range(0, peaks.size())
                .mapToObj(i -> {
                    loads.put((long) i, new Load(share * peaks.get(i), peaks.get(i), 0));
                    return new Placement(
                            new FoundThread(ThreadOwner.APPLICATION, 1, i, "t" + i, ThreadKind.OTHER, 1),
                            "1",
                            CpuList.parse(cpus.get(i)));
                })
                .toList();
        return ThreadManager.loadProblem(loads, placements);
    }

    @Test
    void acceptsThreadsThatFitAtPeak() {
        assertThat(problem(List.of(0.4, 0.4), List.of("1", "1"))).isEmpty();
        assertThat(problem(List.of(0.7, 0.7), List.of("1-2", "1-2"))).isEmpty();
    }

    @Test
    void refusesThreadsThatDoNotFit() {
        assertThat(problem(List.of(0.5, 0.4), List.of("1", "1")))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("2 threads on CPU 1 have a load of 0.90"));
    }

    /** A plan made from the same loads does the same. */
    @Test
    void treatsBurstsAsIndependent() {
        assertThat(problem(0.1, List.of(0.3, 0.3, 0.3, 0.3), List.of("1", "1", "1", "1")))
                .isEmpty();
        assertThat(problem(0.1, List.of(0.6, 0.6, 0.6), List.of("1", "1", "1")))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("3 threads on CPU 1 have a load of 1.12"));
    }

    @Test
    void countsThreadsOfNestedSets() {
        assertThat(problem(List.of(0.6, 0.6, 0.6), List.of("1", "2", "1-2"))).isPresent();
    }

    @Test
    void pollingThreadNeedsItsOwnCpu() {
        assertThat(problem(List.of(1.0), List.of("1"))).isEmpty();
        assertThat(problem(List.of(1.0, 0.1), List.of("1", "1")))
                .as("neighbour with a low load")
                .isEmpty();
        assertThat(problem(List.of(1.0, 0.3), List.of("1", "1"))).isPresent();
        assertThat(problem(List.of(1.0, 1.0), List.of("1", "1"))).isPresent();
        assertThat(problem(List.of(1.0, 0.7), List.of("1-2", "1-2"))).isEmpty();
    }
}
