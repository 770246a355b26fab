package org.ticktoquote.comparison.gate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * Reads a policy from YAML and reports all problems at once, with line and column.
 *
 * <pre>
 * margins: {p50: 5 %, p99: 10 %, tail: 20 %, share: 50 %}
 * threshold: 10ms
 * looks: [3, 5, 7, 10]
 * veto: {latest: 100ms, lost: 0}
 * slo: [p99.9 in any 60 s < 5 ms]
 * </pre>
 *
 * <p>Omitted keys have the values of {@link GatePolicy#RELEASE}. If margins are given, only their statistics are gated.
 */
public final class GatePolicyReader {
    private static final String PERCENT = "^[0-9]+(\\.[0-9]+)?\\s*%$";
    private static final String A_MARGIN = "a percentage above 0 % and at most 1000 %, as in 5 %";
    private static final String A_DURATION = "a duration above 0, as in 10ms";
    private static final String RISING = "increasing numbers of runs, each from 2 to 100, as in [3, 5, 7, 10]";
    private static final int MIN_RUNS = 2;
    private static final int MAX_RUNS = 100;
    private static final double MAX_PERCENT = 1_000;

    private static final Map<GateStatistic, Key<Double>> OF_STATISTICS = ofStatistics();
    private static final Key<Map<GateStatistic, Double>> MARGINS = new Key<>(
            "margins",
            "largest accepted increase of each gated statistic",
            GatePolicy.RELEASE.margins(),
            Key.mapping(List.copyOf(OF_STATISTICS.values())),
            GatePolicyReader::margins);
    private static final Key<Long> THRESHOLD =
            duration("threshold", GatePolicy.THRESHOLD_NS, "latency above which a tick counts in 'share'");
    private static final Key<List<Integer>> LOOKS = new Key<>(
            "looks",
            "numbers of runs a side at which the gate can decide",
            GatePolicy.LOOKS,
            Key.ordered(
                    "type",
                    "array",
                    "minItems",
                    1,
                    "uniqueItems",
                    true,
                    "items",
                    Key.ordered("type", "integer", "minimum", MIN_RUNS, "maximum", MAX_RUNS)),
            GatePolicyReader::looks);
    private static final Key<Long> LATEST = duration("latest", null, "");
    private static final Key<Long> LOST = Key.whole("lost", null, 0, Integer.MAX_VALUE, "");
    private static final Key<YamlSection> VETO =
            Key.part("veto", Key.mapping(List.of(LATEST, LOST)), "hard limits of the candidate");
    private static final Key<List<String>> SLO =
            Key.texts("slo", "service levels that no run of the candidate may break, as for t2q run --slo");

    private GatePolicyReader() {}

    private static Key<Long> duration(String name, @Nullable Long otherwise, String description) {
        Map<String, Object> schema = Key.ordered("type", "string", "pattern", Key.DURATION);
        return Key.converted(name, otherwise, schema, A_DURATION, Key::positiveNs, description);
    }

    private static Map<GateStatistic, Key<Double>> ofStatistics() {
        Map<String, Object> schema = Key.ordered("type", "string", "pattern", PERCENT);
        Map<GateStatistic, Key<Double>> keys = new EnumMap<>(GateStatistic.class);
        for (GateStatistic each : GateStatistic.values()) {
            keys.put(each, Key.converted(each.text(), null, schema, A_MARGIN, GatePolicyReader::share, ""));
        }
        return keys;
    }

    /**
     * Parses a policy; rejects it if there is any problem.
     *
     * @param name name of the policy, also used as the source in problems
     */
    public static GatePolicy read(String name, String yaml) {
        Problems problems = new Problems();
        YamlSection top = YamlFile.parse(name, yaml, problems);
        @Nullable YamlSection veto = VETO.find(top);
        GatePolicy policy = new GatePolicy(
                name,
                MARGINS.read(top),
                THRESHOLD.read(top),
                LOOKS.read(top),
                GatePolicy.FAIL_LEVEL,
                GatePolicy.PASS_LEVEL,
                LATEST.find(veto),
                LOST.find(veto),
                serviceLevels(top));
        Stream.ofNullable(veto).forEach(YamlSection::reportUnknownKeys);
        top.reportUnknownKeys();
        problems.refuseIfAny();
        return policy;
    }

    private static List<String> serviceLevels(YamlSection top) {
        try {
            return RequestedLevels.texts(RequestedLevels.parse(SLO.read(top)));
        } catch (ProblemException refusal) {
            refusal.problems().forEach(problem -> top.problemAt(SLO.name(), problem));
            return List.of();
        }
    }

    private static @Nullable Map<GateStatistic, Double> margins(YamlSection top, String key) {
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

    private static @Nullable Double share(String text) {
        if (!text.matches(PERCENT)) {
            return null;
        }
        double percent = Double.parseDouble(text.replace("%", "").strip());
        return percent > 0 && percent <= MAX_PERCENT ? percent / 100 : null;
    }

    private static @Nullable List<Integer> looks(YamlSection top, String key) {
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
        return Key.schema("Gate policy of tick-to-quote", List.of(MARGINS, THRESHOLD, LOOKS, VETO, SLO), Map.of());
    }
}
