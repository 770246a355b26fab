package org.ticktoquote.harness.matrix.definition;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.harness.settings.RunSettings;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Reads {@code run} of a case. Its keys are the options of {@code t2q run} without dashes, generated from picocli's
 * specification.
 */
final class RunKeys {
    static final String APP = "app";
    static final String ATTACH = "attach";

    /** Options given by other keys of a case or by the execution. */
    private static final Set<String> OTHER_KEYS = Set.of("jvm", "jvm-args", "threads", "out", "harness-share");

    private static final Map<String, OptionSpec> OPTIONS = options();

    private final Layers said;
    private final Layers defaults;
    private final OptionCheck optionCheck;

    /** Creates a reader for one case. Precedence: the sections of the case, the warm-up of its JVM profile, the defaults. */
    RunKeys(List<YamlSection> said, List<YamlSection> defaults, OptionCheck optionCheck) {
        this.said = new Layers(said).below(CaseReader.RUN.name());
        this.defaults = new Layers(defaults).below(CaseReader.RUN.name());
        this.optionCheck = optionCheck;
    }

    /** Reads values by key. Reports and omits rejected values, so that the others are checked together. */
    RunOptions read(Map<String, String> warmUp) {
        said.sections().forEach(RunKeys::refuseMisplaced);
        defaults.sections().forEach(RunKeys::refuseMisplaced);
        Map<String, String> taken = new LinkedHashMap<>();
        for (String name : names()) {
            String general = defaults.first(section -> read(section, name));
            String own = said.first(section -> read(section, name));
            String needed = warmUp.containsKey(name) ? warmUp.get(name) : general;
            String value = own == null ? needed : own;
            if (value != null && taken(name, value)) {
                taken.put(name, value);
            }
        }
        said.reportUnknownKeys(MatrixReader.SCHEMA);
        defaults.reportUnknownKeys(MatrixReader.SCHEMA);
        RunOptions run = RunOptions.of(taken);
        optionCheck.problemsByKey(run).forEach((key, problems) -> problems.forEach(each -> add(key, each)));
        return run;
    }

    private static void refuseMisplaced(YamlSection section) {
        MatrixReader.refuseDuet(section);
        CaseReader.names().stream()
                .filter(name -> !names().contains(name))
                .forEach(name -> section.refuseKey(
                        name, "is a key of the case", "it one level up, next to " + CaseReader.RUN.name()));
    }

    private Optional<YamlSection> decides(String name) {
        return said.firstWith(name).or(() -> defaults.firstWith(name));
    }

    private boolean taken(String name, String value) {
        return decides(name)
                .map(section -> OptionCheck.accepts(section, name, value))
                .orElse(true);
    }

    /** Reports a problem at its key, or at the first section if it concerns no key of the case. */
    private void add(String key, Problem problem) {
        Optional<YamlSection> section = decides(key);
        if (section.isPresent()) {
            section.get().problemAt(key, problem);
        } else {
            Stream.concat(said.sections().stream(), defaults.sections().stream())
                    .findFirst()
                    .ifPresent(any -> any.problemAt(CaseReader.RUN.name(), problem.under(CaseReader.RUN.name())));
        }
    }

    private static Map<String, OptionSpec> options() {
        Map<String, OptionSpec> options = new LinkedHashMap<>();
        RunSettings.spec().options().forEach(option -> {
            String name = option.longestName().substring(2);
            if (!OTHER_KEYS.contains(name)) {
                options.put(name, option);
            }
        });
        return options;
    }

    static List<String> names() {
        return List.copyOf(OPTIONS.keySet());
    }

    /** Returns the value as text for the command-line option; null if missing or invalid. */
    static @Nullable String read(YamlSection section, String name) {
        OptionSpec option = option(name);
        if (RunOptions.isFlag(option)) {
            return section.value(name, "true or false", text -> text.matches("true|false") ? text : null);
        }
        if (!option.typeInfo().isMultiValue()) {
            return section.text(name);
        }
        List<String> texts = section.oneOrMore(name);
        return texts == null ? null : RunOptions.text(option, texts);
    }

    private static OptionSpec option(String name) {
        OptionSpec option = OPTIONS.get(name);
        if (option == null) {
            throw new IllegalArgumentException(name);
        }
        return option;
    }

    /** Returns the JSON Schema of the mapping. */
    static Map<String, Object> schema() {
        return Key.mapping(names().stream().<Key<?>>map(RunKeys::key).toList());
    }

    static Key<String> key(String name) {
        OptionSpec option = option(name);
        return new Key<>(name, description(option), null, schema(option), RunKeys::read);
    }

    private static Map<String, Object> schema(OptionSpec option) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (!option.typeInfo().isMultiValue()) {
            schema.putAll(one(option));
        } else {
            schema.put("oneOf", List.of(text(), Key.ordered("type", "array", "items", one(option))));
        }
        String otherwise = option.defaultValue();
        if (otherwise != null && !otherwise.isEmpty()) {
            schema.put("default", value(option, otherwise));
        }
        return schema;
    }

    private static Map<String, Object> one(OptionSpec option) {
        Class<?> type = option.auxiliaryTypes()[0];
        if (option.converters().length > 0 && option.converters()[0] instanceof DurationText) {
            return Key.ordered("type", "string", "pattern", Key.DURATION);
        }
        if (RunOptions.isFlag(option)) {
            return Key.ordered("type", "boolean");
        }
        if (option.completionCandidates() != null) {
            List<String> words = StreamSupport.stream(
                            option.completionCandidates().spliterator(), false)
                    .toList();
            return Key.ordered("type", "string", "enum", words);
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return bounded(option, Key.ordered("type", "integer"));
        }
        return type == double.class || type == Double.class ? bounded(option, Key.ordered("type", "number")) : text();
    }

    private static Map<String, Object> bounded(OptionSpec option, Map<String, Object> schema) {
        Bounds bounds = option.userObject() instanceof Field field ? field.getAnnotation(Bounds.class) : null;
        if (bounds != null) {
            put(schema, "exclusiveMinimum", bounds.above());
            put(schema, "minimum", bounds.least());
            put(schema, "maximum", bounds.most());
        }
        return schema;
    }

    private static void put(Map<String, Object> schema, String name, double bound) {
        if (Double.isFinite(bound)) {
            schema.put(name, bound == Math.rint(bound) ? (Number) (long) bound : (Number) bound);
        }
    }

    /** Type of texts, which can look like numbers to YAML. */
    private static Map<String, Object> text() {
        return Key.ordered("type", List.of("string", "number"));
    }

    private static Object value(OptionSpec option, String text) {
        String type = String.valueOf(one(option).get("type"));
        return switch (type) {
            case "integer" -> Long.valueOf(text);
            case "number" -> Double.valueOf(text);
            default -> text;
        };
    }

    private static String description(OptionSpec option) {
        String text = List.of(option.description()).stream().collect(Collectors.joining(" "));
        return text.replace("(default: " + option.defaultValue() + ")", "").strip();
    }
}
