package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.files.ComparedLatency;

/** Finds all pairs of cases that differ only on one axis, without other differences in their settings. */
final class AxisEffects {
    private final List<CaseRuns> cases;
    private final Map<String, CaseComparison> compared;

    AxisEffects(List<CaseRuns> cases, List<CaseComparison> compared) {
        this.cases = cases;
        this.compared = compared.stream().collect(Collectors.toMap(CaseComparison::name, one -> one));
    }

    /** Returns the effects by axis, then by values in case order, without empty ones. */
    List<AxisEffect> of(List<String> axes) {
        List<AxisEffect> effects = new ArrayList<>();
        for (String axis : axes) {
            List<String> values = cases.stream()
                    .map(one -> one.plan().coordinates().get(axis))
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            for (int from = 0; from < values.size(); from++) {
                for (int to = from + 1; to < values.size(); to++) {
                    AxisEffect effect = effect(axis, values.get(from), values.get(to));
                    if (!effect.pairs().isEmpty()) {
                        effects.add(effect);
                    }
                }
            }
        }
        return effects;
    }

    private AxisEffect effect(String axis, String from, String to) {
        List<AxisEffect.Pair> pairs = new ArrayList<>();
        for (CaseRuns before : at(axis, from).toList()) {
            Map<String, String> within = others(before, axis);
            at(axis, to)
                    .filter(after -> others(after, axis).equals(within))
                    .filter(after -> after.plan().beside().equals(before.plan().beside()))
                    .forEach(after -> pairs.add(pair(before, after, within)));
        }
        return new AxisEffect(axis, from, to, pairs);
    }

    private Stream<CaseRuns> at(String axis, String value) {
        return cases.stream()
                .filter(one -> value.equals(one.plan().coordinates().get(axis)));
    }

    private static Map<String, String> others(CaseRuns one, String axis) {
        Map<String, String> others = new LinkedHashMap<>(one.plan().coordinates());
        others.remove(axis);
        return others;
    }

    private AxisEffect.Pair pair(CaseRuns before, CaseRuns after, Map<String, String> within) {
        Map<String, Map<String, Ratio>> latencies = new LinkedHashMap<>();
        for (String latency : ComparedLatency.FIELDS) {
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
                .map(one -> Objects.requireNonNull(compared.get(one.plan().name())))
                .filter(one -> !one.absence().isEmpty())
                .map(one -> one.name() + " " + one.absence())
                .collect(Collectors.joining("; "));
        List<Difference> machines = absence.isEmpty() ? before.host().machineDifferences(after.host()) : List.of();
        return new AxisEffect.Pair(
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
