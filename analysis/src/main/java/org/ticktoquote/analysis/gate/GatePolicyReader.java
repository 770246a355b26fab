package org.ticktoquote.analysis.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.slo.AskedLevels;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * Reads a policy from YAML: everything that is wrong at once, with line and column.
 *
 * <pre>
 * margins: {p50: 5 %, p99: 10 %, tail: 20 %, share: 50 %}
 * threshold: 10ms
 * looks: [3, 5, 7, 10]
 * veto: {latest: 100ms, lost: 0}
 * slo: [p99.9 in any 60 s < 5 ms]
 * </pre>
 *
 * <p>What it does not say is as in {@link GatePolicy#RELEASE}, but for margins: those that it names are all that gate.
 */
public final class GatePolicyReader {
    private static final String MARGINS = "margins";
    private static final String THRESHOLD = "threshold";
    private static final String LOOKS = "looks";
    private static final String VETO = "veto";
    private static final String SLO = "slo";
    private static final String LATEST = "latest";
    private static final String LOST = "lost";
    private static final String PERCENT = "^[0-9]+(\\.[0-9]+)?\\s*%$";
    private static final String DURATION = "^[0-9]+(\\.[0-9]+)?\\s*(ns|us|ms|s|m|min|h)$";
    private static final String A_MARGIN = "a share above 0 %, at most 1000 %, as in 5 %";
    private static final String A_DURATION = "a duration above 0, as in 10ms";
    private static final String RISING = "rising numbers of runs from 2 to 100, as in [3, 5, 7, 10]";
    private static final int LEAST_RUNS = 2;
    private static final int MOST_RUNS = 100;
    private static final double MOST_PERCENT = 1_000;

    private GatePolicyReader() {}

    /**
     * A policy; refuses one with any problem.
     *
     * @param name of the policy, and of the text in problems
     */
    public static GatePolicy read(String name, String yaml) {
        Problems problems = new Problems();
        YamlSection top = YamlFile.parse(name, yaml, problems);
        Map<GateStatistic, Double> margins = margins(top);
        Long threshold = top.value(THRESHOLD, A_DURATION, GatePolicyReader::positiveNs);
        List<Integer> looks = looks(top);
        @Nullable YamlSection veto = top.section(VETO);
        @Nullable Long latest = veto == null ? null : veto.value(LATEST, A_DURATION, GatePolicyReader::positiveNs);
        @Nullable Long lost = veto == null ? null : veto.number(LOST, 0, Integer.MAX_VALUE);
        if (veto != null) {
            veto.end();
        }
        List<String> levels = serviceLevels(top);
        top.end();
        problems.refuseIfAny();
        return new GatePolicy(
                name,
                margins,
                threshold == null ? GatePolicy.THRESHOLD_NS : threshold,
                looks,
                GatePolicy.FAIL_LEVEL,
                GatePolicy.PASS_LEVEL,
                latest,
                lost,
                levels);
    }

    private static List<String> serviceLevels(YamlSection top) {
        @Nullable List<String> texts = top.oneOrMore(SLO);
        try {
            return AskedLevels.texts(AskedLevels.parse(texts == null ? List.of() : texts));
        } catch (Refusal refusal) {
            refusal.problems().forEach(problem -> top.problemAt(SLO, problem));
            return List.of();
        }
    }

    private static Map<GateStatistic, Double> margins(YamlSection top) {
        @Nullable YamlSection section = top.section(MARGINS);
        if (section == null) {
            return GatePolicy.RELEASE.margins();
        }
        Map<GateStatistic, Double> margins = new EnumMap<>(GateStatistic.class);
        for (GateStatistic statistic : GateStatistic.values()) {
            Double margin = section.value(statistic.text(), A_MARGIN, GatePolicyReader::share);
            if (margin != null) {
                margins.put(statistic, margin);
            }
        }
        section.end();
        if (section.keys().isEmpty()) {
            top.problemAt(MARGINS, "one margin or more, as in {p50: 5 %}");
        }
        return margins;
    }

    private static @Nullable Double share(String text) {
        if (!text.matches(PERCENT)) {
            return null;
        }
        double percent = Double.parseDouble(text.replace("%", "").strip());
        return percent > 0 && percent <= MOST_PERCENT ? percent / 100 : null;
    }

    private static @Nullable Long positiveNs(String text) {
        long ns = DurationText.parse(text);
        return ns > 0 ? ns : null;
    }

    private static List<Integer> looks(YamlSection top) {
        @Nullable List<String> texts = top.texts(LOOKS);
        if (texts == null) {
            return GatePolicy.LOOKS;
        }
        boolean numbers = texts.stream().allMatch(text -> text.matches("[0-9]{1,3}"));
        List<Integer> looks = numbers ? texts.stream().map(Integer::valueOf).toList() : List.of();
        boolean rising = !looks.isEmpty()
                && looks.equals(looks.stream().distinct().sorted().toList());
        if (!rising || looks.get(0) < LEAST_RUNS || looks.get(looks.size() - 1) > MOST_RUNS) {
            top.problemAt(LOOKS, RISING);
            return GatePolicy.LOOKS;
        }
        return looks;
    }

    /** The form of a policy as JSON Schema (draft 2020-12), for editors. */
    public static String schema() {
        Map<String, Object> margin = Map.of("type", "string", "pattern", PERCENT);
        Map<String, Object> duration = Map.of("type", "string", "pattern", DURATION);
        Map<String, Object> margins = new LinkedHashMap<>();
        GateStatistic.names().forEach(name -> margins.put(name, margin));
        Map<String, Object> looks =
                ordered("type", "array", "minItems", 1, "uniqueItems", true, "items", whole(LEAST_RUNS, MOST_RUNS));
        Map<String, Object> keys = ordered(
                MARGINS,
                described("by how much a statistic may be more; those that are named gate", mapping(margins)),
                THRESHOLD,
                described("the share is that of ticks later than this", duration),
                LOOKS,
                described("runs a side at which it may be decided", looks),
                VETO,
                described(
                        "hard limits of the candidate",
                        mapping(ordered(LATEST, duration, LOST, whole(0, Integer.MAX_VALUE)))),
                SLO,
                described(
                        "service levels that no run of the candidate may break, as for t2q run --slo",
                        ordered(
                                "oneOf",
                                List.of(
                                        Map.of("type", "string"),
                                        ordered("type", "array", "items", Map.of("type", "string"))))));
        Map<String, Object> schema = ordered(
                "$schema", "https://json-schema.org/draft/2020-12/schema", "title", "Gate policy of tick-to-quote");
        schema.putAll(mapping(keys));
        try {
            return JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValueAsString(schema);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> whole(int least, int most) {
        return ordered("type", "integer", "minimum", least, "maximum", most);
    }

    private static Map<String, Object> mapping(Map<String, Object> keys) {
        return ordered("type", "object", "additionalProperties", false, "properties", keys);
    }

    private static Map<String, Object> described(String description, Map<String, Object> schema) {
        Map<String, Object> described = ordered("description", description);
        described.putAll(schema);
        return described;
    }

    /** Names and values in turn. */
    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
