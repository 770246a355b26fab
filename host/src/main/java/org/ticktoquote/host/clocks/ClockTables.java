package org.ticktoquote.host.clocks;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is measured of every clock of a group.
 *
 * @param cost of a reading
 * @param resolution between consecutive readings of one thread
 * @param ordering across CPUs, of the clocks that promise not to go back
 */
record ClockTables(
        List<Measured<CostFigures>> cost,
        List<Measured<Resolution>> resolution,
        List<Measured<OrderingFigures>> ordering) {
    ClockTables {
        cost = List.copyOf(cost);
        resolution = List.copyOf(resolution);
        ordering = List.copyOf(ordering);
    }

    /** Measures a group on the calling thread, one clock after the other. */
    static ClockTables measure(List<Clock> clocks, CostPlan plan, AllowedCpus cpus, Stage stage) {
        CostExperiment experiment = new CostExperiment(plan);
        return new ClockTables(
                clocks.stream()
                        .map(clock -> Measured.of(clock.name(), () -> {
                            stage.begin("cost of " + clock.name());
                            return experiment.measure(clock.loop());
                        }))
                        .toList(),
                clocks.stream()
                        .map(clock -> Measured.of(clock.name(), () -> {
                            stage.begin("resolution of " + clock.name());
                            return ResolutionExperiment.measure(clock.loop(), clock.unitNs());
                        }))
                        .toList(),
                clocks.stream()
                        .filter(Clock::steady)
                        .map(clock -> Measured.of(clock.name(), () -> {
                            stage.begin("order of " + clock.name() + " across CPUs");
                            return OrderingExperiment.measure(clock, cpus);
                        }))
                        .toList());
    }

    /** Hears what is being measured. */
    interface Stage {
        void begin(String what);
    }

    ClockTables with(ClockTables others) {
        return new ClockTables(
                joined(cost, others.cost), joined(resolution, others.resolution), joined(ordering, others.ordering));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
