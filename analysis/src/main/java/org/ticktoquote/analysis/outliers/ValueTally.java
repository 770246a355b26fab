package org.ticktoquote.analysis.outliers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.analysis.evidence.Cause;

/** Tallies the causes of late ticks by response. Memory is bounded by the range of responses. Not thread-safe. */
final class ValueTally {
    private static final List<Cause> CAUSES = List.of(Cause.values());

    private final TreeMap<Integer, Step> steps = new TreeMap<>();

    private static final class Step {
        private final CauseTimes times = new CauseTimes();
        private long ticks;
        private long unexplainedNs;
    }

    void add(long responseNs, TickCauses causes) {
        Step step = steps.computeIfAbsent(CauseByValue.step(responseNs), each -> new Step());
        step.ticks++;
        CAUSES.forEach(cause -> step.times.add(cause, causes.ns(cause)));
        step.unexplainedNs += causes.unexplainedNs();
    }

    /** Returns the causes in ascending order of response. */
    List<CauseByValue> all() {
        return steps.entrySet().stream()
                .map(entry -> new CauseByValue(
                        CauseByValue.edge(entry.getKey()),
                        CauseByValue.edge(entry.getKey() + 1),
                        entry.getValue().ticks,
                        nsByCause(entry.getValue())))
                .toList();
    }

    private static Map<String, Long> nsByCause(Step step) {
        Map<String, Long> ns = new LinkedHashMap<>();
        CAUSES.stream()
                .filter(cause -> step.times.ns(cause) > 0)
                .forEach(cause -> ns.put(cause.key(), step.times.ns(cause)));
        ns.put(LateCause.UNEXPLAINED.key(), step.unexplainedNs);
        return ns;
    }
}
