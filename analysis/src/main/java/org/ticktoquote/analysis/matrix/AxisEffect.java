package org.ticktoquote.analysis.matrix;

import java.util.List;
import java.util.Map;

/**
 * What a change on one axis does, with everything else equal.
 *
 * @param axis its name
 * @param from value before the change
 * @param to value after it
 * @param pairs of cases that are equal on every other axis
 */
public record AxisEffect(String axis, String from, String to, List<Pair> pairs) {
    public AxisEffect {
        pairs = List.copyOf(pairs);
    }

    /**
     * Two cases that differ in nothing else.
     *
     * @param from name of the case before the change
     * @param to name of the case after it
     * @param within what both have in common: values of the other axes
     * @param machines in what the machine of {@code to} is not that of {@code from}: then the ratio is not of the axis
     *     alone; empty where nothing is known to differ, or one of both has no run that counts
     * @param absence why they cannot be compared; empty when they can
     * @param plan of the threads of {@code to}: hash of the plan that was made for it, or why it had {@code auto}; empty for
     *     a case that is not managed so
     * @param predicted by that plan, as multiples of no plan, by figure
     * @param latencies how many times the figure of {@code from} that of {@code to} is, by latency and figure
     */
    public record Pair(
            String from,
            String to,
            Map<String, String> within,
            List<Difference> machines,
            String absence,
            String plan,
            Map<String, Double> predicted,
            Map<String, Map<String, Ratio>> latencies) {
        public Pair {
            machines = List.copyOf(machines);
            predicted = Map.copyOf(predicted);
        }
    }
}
