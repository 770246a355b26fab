package org.ticktoquote.host.manage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ThreadKind;
import org.ticktoquote.host.threads.ThreadLoads.Load;

class ApplyConditionsTest {
    /** Threads, each with its peak load on its CPUs. The mean load is a share of the peak. */
    private static Optional<String> problem(double share, String threads) {
        Map<Long, Load> loads = new HashMap<>();
        List<Placement> placements = new ArrayList<>();
        for (String thread : threads.split(" ")) {
            long id = loads.size();
            double peak = Double.parseDouble(thread.replaceFirst("@.*", ""));
            loads.put(id, new Load(share * peak, peak, 0));
            placements.add(new Placement(
                    new FoundThread(ThreadOwner.APPLICATION, 1, id, "t" + id, ThreadKind.OTHER, 1),
                    "1",
                    CpuList.parse(thread.replaceFirst(".*@", ""))));
        }
        return ThreadManager.loadProblem(loads, placements);
    }

    /** Constant loads, bursts, which count as independent, as in a plan made from the same loads, and polling threads. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.4@1 0.4@1", "1, 0.7@1-2 0.7@1-2", "0.1, 0.3@1 0.3@1 0.3@1 0.3@1",
        "1, 1.0@1", "1, 1.0@1 0.1@1", "1, 1.0@1-2 0.7@1-2"
    })
    void acceptsThreadsThatFitAtPeak(double share, String threads) {
        assertThat(problem(share, threads)).isEmpty();
    }

    /** Also in nested sets. A polling thread needs its own CPU. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.5@1 0.4@1, 2 threads on CPU 1 have a load of 0.90",
        "0.1, 0.6@1 0.6@1 0.6@1, 3 threads on CPU 1 have a load of 1.12",
        "1, 0.6@1 0.6@2 0.6@1-2, ''",
        "1, 1.0@1 0.3@1, ''",
        "1, 1.0@1 1.0@1, ''"
    })
    void refusesThreadsThatDoNotFit(double share, String threads, String reason) {
        assertThat(problem(share, threads))
                .hasValueSatisfying(found -> assertThat(found).startsWith(reason));
    }
}
