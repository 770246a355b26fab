package org.ticktoquote.comparison.gate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Margins and error levels of a gate.
 *
 * @param name name of the policy
 * @param margins margin of each gating statistic: 0.05 is 5 % more
 * @param thresholdNs latency above which a tick counts as late in {@link GateStatistic#SHARE}
 * @param looks runs per side at which the gate can decide, ascending
 * @param failLevel probability of failing an equal release, over all statistics and looks
 * @param passLevel probability of passing a release that is worse by a margin, per statistic
 * @param vetoLatestNs maximum latency allowed for the candidate, independent of the baseline; null without a limit
 * @param vetoLost maximum number of lost ticks in a run of the candidate; null without a limit
 * @param serviceLevels service levels, as text, that the runs of the candidate must not break
 */
public record GatePolicy(
        String name,
        Map<GateStatistic, Double> margins,
        long thresholdNs,
        List<Integer> looks,
        double failLevel,
        double passLevel,
        @Nullable Long vetoLatestNs,
        @Nullable Long vetoLost,
        List<String> serviceLevels) {
    public static final List<Integer> LOOKS = List.of(3, 5, 7, 10);
    public static final double FAIL_LEVEL = 0.0075;
    public static final double PASS_LEVEL = 0.05;
    public static final long THRESHOLD_NS = 10_000_000;

    /** Policy for every release. */
    public static final GatePolicy RELEASE = builtIn("release", 0.05, 0.1, 0.2);
    /** Policy with smaller margins, for a sufficiently quiet test bench. */
    public static final GatePolicy STRICT = builtIn("strict", 0.03, 0.05, 0.1);

    private static final double SHARE_MARGIN = 0.5;

    public GatePolicy {
        margins = Collections.unmodifiableMap(new EnumMap<>(margins));
        looks = List.copyOf(looks);
        serviceLevels = List.copyOf(serviceLevels);
    }

    /** Creates a policy without service levels. */
    public GatePolicy(
            String name,
            Map<GateStatistic, Double> margins,
            long thresholdNs,
            List<Integer> looks,
            double failLevel,
            double passLevel,
            @Nullable Long vetoLatestNs,
            @Nullable Long vetoLost) {
        this(name, margins, thresholdNs, looks, failLevel, passLevel, vetoLatestNs, vetoLost, List.of());
    }

    private static GatePolicy builtIn(String name, double p50, double p99, double tail) {
        return new GatePolicy(
                name,
                Map.of(
                        GateStatistic.P50,
                        p50,
                        GateStatistic.P99,
                        p99,
                        GateStatistic.TAIL,
                        tail,
                        GateStatistic.SHARE,
                        SHARE_MARGIN),
                THRESHOLD_NS,
                LOOKS,
                FAIL_LEVEL,
                PASS_LEVEL,
                null,
                null);
    }

    public static Optional<GatePolicy> builtIn(String name) {
        return Stream.of(RELEASE, STRICT)
                .filter(policy -> policy.name.equals(name))
                .findFirst();
    }

    /**
     * Returns the policy for a duet. A statistic can be tested by pairs and by solo runs, each with its own chance of
     * error. Each test gets half the error of FAIL and two thirds of the error of PASS. If the
     * pairs alone would pass a release that is slower by a margin, the solo check prevents that in half of the cases.
     */
    public GatePolicy ofDuet() {
        return with(margins, failLevel / 2, passLevel * 2 / 3, true);
    }

    /**
     * Returns the policy for looks that use the pulse of the host. Earlier looks, without the pulse, spend their part
     * of the error separately, because the two estimates are too dissimilar to share one error level.
     */
    GatePolicy ofPulse() {
        int before = looks.stream().filter(runs -> runs < Gate.BLOCKS_FROM).reduce(0, Math::max);
        double spent = (double) before / looks.get(looks.size() - 1);
        double left = 1 - spent * spent;
        return with(margins, failLevel * left, passLevel * left, true);
    }

    /** Returns the policy for a comparison with a pinned release: multiplies the margins and removes hard limits. */
    public GatePolicy wider(int times) {
        Map<GateStatistic, Double> wider = new EnumMap<>(GateStatistic.class);
        margins.forEach((statistic, margin) -> wider.put(statistic, times * margin));
        return with(wider, failLevel, passLevel, false);
    }

    private GatePolicy with(
            Map<GateStatistic, Double> otherMargins, double otherFailLevel, double otherPassLevel, boolean hardLimits) {
        return new GatePolicy(
                name,
                otherMargins,
                thresholdNs,
                looks,
                otherFailLevel,
                otherPassLevel,
                hardLimits ? vetoLatestNs : null,
                hardLimits ? vetoLost : null,
                hardLimits ? serviceLevels : List.of());
    }

    /** Returns the one-sided level of FAIL per statistic, by look, with Bonferroni correction over the gating statistics. */
    public List<Double> failLevels() {
        return AlphaSpending.levels(failLevel / margins.size(), looks);
    }

    /** Returns the one-sided level of PASS per statistic, by look, uncorrected because every statistic must pass. */
    public List<Double> passLevels() {
        return AlphaSpending.levels(passLevel, looks);
    }

    /**
     * Returns an upper bound on the mean number of equal releases that fail per year.
     *
     * @param gates number of gates of different releases
     * @param days period of those gates
     */
    public double falseAlarmsPerYear(int gates, double days) {
        return failLevel * gates * 365 / days;
    }

    /** Returns the margin of a gating statistic as a difference of logarithms. */
    double logMargin(GateStatistic statistic) {
        return Math.log1p(margins.getOrDefault(statistic, Double.POSITIVE_INFINITY));
    }
}
