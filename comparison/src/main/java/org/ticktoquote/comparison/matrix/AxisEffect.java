package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;

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

    /**
     * Finds all pairs of cases that differ only on one axis, without other differences in their settings.
     *
     * @param cases cases with their runs, in the order of the matrix
     * @return the effects by axis, then by values in case order, without empty ones
     */
    static List<AxisEffect> of(List<String> axes, List<CaseRuns> cases) {
        List<AxisEffect> effects = new ArrayList<>();
        for (String axis : axes) {
            List<String> values = cases.stream()
                    .map(one -> one.plan().coordinates().get(axis))
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            for (int from = 0; from < values.size(); from++) {
                for (int to = from + 1; to < values.size(); to++) {
                    AxisEffect effect = effect(axis, values.get(from), values.get(to), cases);
                    if (!effect.pairs().isEmpty()) {
                        effects.add(effect);
                    }
                }
            }
        }
        return effects;
    }

    private static AxisEffect effect(String axis, String from, String to, List<CaseRuns> cases) {
        List<Pair> pairs = new ArrayList<>();
        for (CaseRuns before : at(cases, axis, from).toList()) {
            Map<String, String> within = others(before, axis);
            at(cases, axis, to)
                    .filter(after -> others(after, axis).equals(within))
                    .filter(after -> after.plan().beside().equals(before.plan().beside()))
                    .forEach(after -> pairs.add(pair(before, after, within)));
        }
        return new AxisEffect(axis, from, to, pairs);
    }

    private static Stream<CaseRuns> at(List<CaseRuns> cases, String axis, String value) {
        return cases.stream()
                .filter(one -> value.equals(one.plan().coordinates().get(axis)));
    }

    private static Map<String, String> others(CaseRuns one, String axis) {
        Map<String, String> others = new LinkedHashMap<>(one.plan().coordinates());
        others.remove(axis);
        return others;
    }

    private static Pair pair(CaseRuns before, CaseRuns after, Map<String, String> within) {
        Map<String, Map<String, Ratio>> latencies = new LinkedHashMap<>();
        for (String latency : Latency.COMPARED_FIELDS) {
            Map<String, Ratio> ratios = new LinkedHashMap<>();
            for (ComparedFigure figure : ComparedFigure.values()) {
                @Nullable Ratio ratio = after.ratioTo(before, latency, figure);
                if (ratio != null) {
                    ratios.put(figure.field(), ratio);
                }
            }
            latencies.put(latency, ratios);
        }
        String absence = Stream.of(before, after)
                .filter(one -> !one.absence().isEmpty())
                .map(one -> one.plan().name() + " " + one.absence())
                .collect(Collectors.joining("; "));
        List<Difference> machines = absence.isEmpty() ? before.host().machineDifferences(after.host()) : List.of();
        return new Pair(
                before.plan().name(),
                after.plan().name(),
                within,
                machines,
                absence,
                before.threadPlan().isEmpty() ? after.threadPlan() : "",
                before.threadPlan().isEmpty() ? after.predicted() : Map.of(),
                latencies);
    }
}
