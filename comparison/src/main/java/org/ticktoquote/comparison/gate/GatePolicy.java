package org.ticktoquote.comparison.gate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;

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

    private static final String PERCENT = "^[0-9]+(\\.[0-9]+)?\\s*%$";
    private static final String A_MARGIN = "a percentage above 0 % and at most 1000 %, as in 5 %";
    private static final String A_DURATION = "a duration above 0, as in 10ms";
    private static final String RISING = "increasing numbers of runs, each from 2 to 100, as in [3, 5, 7, 10]";
    private static final int MIN_RUNS = 2;
    private static final int MAX_RUNS = 100;
    private static final double MAX_PERCENT = 1_000;

    private static final Map<GateStatistic, Key<Double>> OF_STATISTICS = ofStatistics();
    private static final Key<Map<GateStatistic, Double>> MARGINS_KEY = new Key<>(
            "margins",
            "largest accepted increase of each gated statistic",
            RELEASE.margins(),
            Key.mapping(List.copyOf(OF_STATISTICS.values())),
            GatePolicy::readMargins);
    private static final Key<Long> THRESHOLD_KEY =
            duration("threshold", THRESHOLD_NS, "latency above which a tick counts in 'share'");
    private static final Key<List<Integer>> LOOKS_KEY = new Key<>(
            "looks",
            "numbers of runs a side at which the gate can decide",
            LOOKS,
            Key.ordered(
                    "type",
                    "array",
                    "minItems",
                    1,
                    "uniqueItems",
                    true,
                    "items",
                    Key.ordered("type", "integer", "minimum", MIN_RUNS, "maximum", MAX_RUNS)),
            GatePolicy::readLooks);
    private static final Key<Long> LATEST_KEY = duration("latest", null, "");
    private static final Key<Long> LOST_KEY = Key.whole("lost", null, 0, Integer.MAX_VALUE, "");
    private static final Key<YamlSection> VETO_KEY =
            Key.part("veto", Key.mapping(List.of(LATEST_KEY, LOST_KEY)), "hard limits of the candidate");
    private static final Key<List<String>> SLO_KEY =
            Key.texts("slo", "service levels that no run of the candidate may break, as for t2q run --slo");

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

    private static Key<Long> duration(String name, @Nullable Long otherwise, String description) {
        Map<String, Object> schema = Key.ordered("type", "string", "pattern", Key.DURATION);
        return Key.converted(name, otherwise, schema, A_DURATION, Key::positiveNs, description);
    }

    private static Map<GateStatistic, Key<Double>> ofStatistics() {
        Map<String, Object> schema = Key.ordered("type", "string", "pattern", PERCENT);
        Map<GateStatistic, Key<Double>> keys = new EnumMap<>(GateStatistic.class);
        for (GateStatistic each : GateStatistic.values()) {
            keys.put(each, Key.converted(each.text(), null, schema, A_MARGIN, GatePolicy::readMargin, ""));
        }
        return keys;
    }

    /**
     * Parses a policy from YAML; reports all problems at once, with line and column.
     *
     * <pre>
     * margins: {p50: 5 %, p99: 10 %, tail: 20 %, share: 50 %}
     * threshold: 10ms
     * looks: [3, 5, 7, 10]
     * veto: {latest: 100ms, lost: 0}
     * slo: [p99.9 in any 60 s < 5 ms]
     * </pre>
     *
     * <p>Omitted keys have the values of {@link #RELEASE}. If margins are given, only their statistics are gated.
     *
     * @param name name of the policy, also used as the source in problems
     */
    public static GatePolicy read(String name, String yaml) {
        Problems problems = new Problems();
        YamlSection top = YamlFile.parse(name, yaml, problems);
        @Nullable YamlSection veto = VETO_KEY.find(top);
        GatePolicy policy = new GatePolicy(
                name,
                MARGINS_KEY.read(top),
                THRESHOLD_KEY.read(top),
                LOOKS_KEY.read(top),
                FAIL_LEVEL,
                PASS_LEVEL,
                LATEST_KEY.find(veto),
                LOST_KEY.find(veto),
                readLevels(top));
        Stream.ofNullable(veto).forEach(YamlSection::reportUnknownKeys);
        top.reportUnknownKeys();
        problems.refuseIfAny();
        return policy;
    }

    private static List<String> readLevels(YamlSection top) {
        try {
            return RequestedLevels.texts(RequestedLevels.parse(SLO_KEY.read(top)));
        } catch (ProblemException refusal) {
            refusal.problems().forEach(problem -> top.problemAt(SLO_KEY.name(), problem));
            return List.of();
        }
    }

    private static @Nullable Map<GateStatistic, Double> readMargins(YamlSection top, String key) {
        @Nullable YamlSection section = top.section(key);
        if (section == null) {
            return null;
        }
        Map<GateStatistic, Double> margins = new EnumMap<>(GateStatistic.class);
        OF_STATISTICS.forEach((statistic, margin) ->
                Stream.ofNullable(margin.find(section)).forEach(value -> margins.put(statistic, value)));
        section.reportUnknownKeys();
        if (section.keys().isEmpty()) {
            top.problemAt(key, "at least one margin, as in {p50: 5 %}");
        }
        return margins;
    }

    private static @Nullable Double readMargin(String text) {
        if (!text.matches(PERCENT)) {
            return null;
        }
        double percent = Double.parseDouble(text.replace("%", "").strip());
        return percent > 0 && percent <= MAX_PERCENT ? percent / 100 : null;
    }

    private static @Nullable List<Integer> readLooks(YamlSection top, String key) {
        @Nullable List<String> texts = top.texts(key);
        if (texts == null) {
            return null;
        }
        boolean numbers = texts.stream().allMatch(text -> text.matches("[0-9]{1,3}"));
        List<Integer> looks = numbers ? texts.stream().map(Integer::valueOf).toList() : List.of();
        boolean rising = !looks.isEmpty()
                && looks.equals(looks.stream().distinct().sorted().toList());
        if (!rising || looks.get(0) < MIN_RUNS || looks.get(looks.size() - 1) > MAX_RUNS) {
            top.problemAt(key, RISING);
            return null;
        }
        return looks;
    }

    /** Returns the JSON Schema (draft 2020-12) of policies, for editors. */
    public static String schema() {
        return Key.schema(
                "Gate policy of tick-to-quote",
                List.of(MARGINS_KEY, THRESHOLD_KEY, LOOKS_KEY, VETO_KEY, SLO_KEY),
                Map.of());
    }
}
