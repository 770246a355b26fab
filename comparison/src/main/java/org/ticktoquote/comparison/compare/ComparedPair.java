package org.ticktoquote.comparison.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.comparison.compare.Compared.Kind;
import org.ticktoquote.comparison.gate.EarlierSpread;
import org.ticktoquote.comparison.gate.FisherTest;
import org.ticktoquote.comparison.gate.GateFingerprint;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.LogDifference;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunConditions;

/**
 * Comparison of an element with the baseline by the statistics of a gate. Each run contributes one value per statistic.
 *
 * @param name name of the element
 * @param refusal reason why the difference cannot be assessed; otherwise empty
 * @param differences ratios by statistic; empty if refused
 * @param conditions differing conditions between the runs of both, one sentence each
 */
public record ComparedPair(String name, String refusal, List<Ratio> differences, List<String> conditions) {
    private static final int MIN_RUNS = 3;
    private static final double LEVEL = 0.05;

    /**
     * Ratio of a statistic to the baseline's, computed from the geometric means over the runs.
     *
     * @param ratio estimate; null if a run has no value
     * @param low lower end of a 95 % interval; null if {@code ratio} is null
     * @param high upper end of a 95 % interval; null if {@code ratio} is null
     * @param smallest smallest increase that so many runs detect in 95 of 100 comparisons, 0.15 for 15 %; null if
     *     {@code ratio} is null
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Ratio(
            GateStatistic statistic,
            @Nullable Double ratio,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Double smallest) {}

    public ComparedPair {
        differences = List.copyOf(differences);
        conditions = List.copyOf(conditions);
    }

    static ComparedPair of(Compared base, Compared other, Latency latency, long thresholdNs) {
        boolean runs = base.kind() == Kind.RUNS && other.kind() == Kind.RUNS && base.runCount() * other.runCount() > 0;
        List<String> conditions = runs
                ? GateFingerprint.problems(
                        RunConditions.facts(base.runs(), GatedRun::conditions),
                        RunConditions.facts(other.runs(), GatedRun::conditions),
                        Set.of())
                : List.of();
        String refusal = refusal(base, other);
        List<Ratio> differences = new ArrayList<>();
        if (refusal.isEmpty()) {
            for (GateStatistic statistic : GateStatistic.values()) {
                differences.add(ratio(base.runs(), other.runs(), statistic, latency, thresholdNs));
            }
        }
        return new ComparedPair(other.name(), refusal, differences, conditions);
    }

    private static String refusal(Compared base, Compared other) {
        if (base.kind() == Kind.FILE || other.kind() == Kind.FILE) {
            return "a file has no runs";
        }
        if (base.kind() == Kind.DIAGNOSTIC || other.kind() == Kind.DIAGNOSTIC) {
            return "a run is VOID";
        }
        if (base.runCount() == 0 || other.runCount() == 0) {
            return "no run counts";
        }
        if (base.runs().stream().anyMatch(GatedRun::duet)
                || other.runs().stream().anyMatch(GatedRun::duet)) {
            return "duets are compared pair by pair (t2q gate)";
        }
        if (!sources(base).equals(sources(other))) {
            return "one is measured from a capture, which has no intended times, and the other by t2q";
        }
        if (base.runCount() == 1 && other.runCount() == 1) {
            return "one run each";
        }
        if (Math.min(base.runCount(), other.runCount()) < MIN_RUNS) {
            return "fewer than 3 runs a side";
        }
        int voids = base.leftOut().size();
        int otherVoids = other.leftOut().size();
        return FisherTest.p(voids, voids + base.runCount(), otherVoids, otherVoids + other.runCount()) < LEVEL
                ? "the runs that do not count differ in number, " + voids + " and " + otherVoids
                        + ": the slowest can be among them"
                : "";
    }

    private static Set<String> sources(Compared compared) {
        return compared.runs().stream()
                .map(run -> run.conditions().getOrDefault(RunConditions.SOURCE, ""))
                .collect(Collectors.toSet());
    }

    /** Computes the ratio of a statistic. The interval covers both attributions of runs matched by price. */
    private static Ratio ratio(
            List<GatedRun> base, List<GatedRun> other, GateStatistic statistic, Latency latency, long thresholdNs) {
        Optional<LogDifference> latest = difference(base, other, statistic, latency, thresholdNs, false);
        Optional<LogDifference> soonest = difference(base, other, statistic, latency, thresholdNs, true);
        if (latest.isEmpty() || soonest.isEmpty()) {
            return new Ratio(statistic, null, null, null, null);
        }
        LogDifference one = latest.get();
        LogDifference two = soonest.get();
        return new Ratio(
                statistic,
                Math.exp(one.estimate()),
                Math.exp(Math.min(one.lower(LEVEL / 2), two.lower(LEVEL / 2))),
                Math.exp(Math.max(one.upper(LEVEL / 2), two.upper(LEVEL / 2))),
                Math.expm1(Math.max(one.smallest(LEVEL), two.smallest(LEVEL))));
    }

    private static Optional<LogDifference> difference(
            List<GatedRun> base,
            List<GatedRun> other,
            GateStatistic statistic,
            Latency latency,
            long thresholdNs,
            boolean soonest) {
        List<Double> before = logs(base, statistic, latency, thresholdNs, soonest);
        List<Double> now = logs(other, statistic, latency, thresholdNs, soonest);
        return before.size() < base.size() || now.size() < other.size()
                ? Optional.empty()
                : Optional.of(LogDifference.of(before, now, EarlierSpread.NONE));
    }

    private static List<Double> logs(
            List<GatedRun> runs, GateStatistic statistic, Latency latency, long thresholdNs, boolean soonest) {
        List<Double> logs = new ArrayList<>();
        for (GatedRun run : runs) {
            var statistics = run.statistics();
            if (statistics != null) {
                @Nullable Attributed first = soonest ? statistics.soonest() : null;
                latency.of(first == null ? statistics.latest() : first)
                        .ifPresent(values -> statistic.log(values, thresholdNs).ifPresent(logs::add));
            }
        }
        return logs;
    }
}
