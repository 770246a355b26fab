package org.ticktoquote.comparison.matrix;

import java.util.List;
import java.util.Map;

/**
 * Effect of a change on one axis, with all else equal.
 *
 * @param axis name of the axis
 * @param from value before the change
 * @param to value after the change
 * @param pairs pairs of cases that are equal on every other axis
 */
public record AxisEffect(String axis, String from, String to, List<Pair> pairs) {
    public AxisEffect {
        pairs = List.copyOf(pairs);
    }

    /**
     * Two cases that differ only on the axis.
     *
     * @param from name of the case before the change
     * @param to name of the case after the change
     * @param within values of both cases on the other axes
     * @param machines differences between the machines of the two cases, which can contribute to the ratio; empty if none
     * are known or a case has no run that counts
     * @param absence reason why the cases cannot be compared; otherwise empty
     * @param plan thread plan of {@code to}: hash of the plan, or why it is {@code auto}; empty if {@code from}
     * has a plan, or {@code to} has none
     * @param predicted predicted effect of that plan, relative to no plan, by figure
     * @param latencies ratio of {@code to} to {@code from}, by latency and figure
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
