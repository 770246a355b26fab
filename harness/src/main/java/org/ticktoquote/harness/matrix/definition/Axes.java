package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.JvmProfile;

/** Axes of a matrix ({@code axes}). Each value is a fragment of a case, and the product of all axes gives the cases. */
final class Axes {
    /** Replaces the values of an axis by one value per installed JVM. */
    static final String EACH_INSTALLED = "each-installed";

    static final int MAX_CASES = 1000;
    /** Maximum length of a case name, which becomes a directory name, sometimes with a suffix. */
    private static final int MAX_NAME_LENGTH = 200;

    private static final String EXPECTED =
            "values, each a part of a case, or " + EACH_INSTALLED + " (a value for each JVM of this host)";

    static final Key<YamlSection> KEY =
            Key.part("axes", schema(), "values by axis; the cases are their product, named VALUE-VALUE-...");

    private final Map<String, Map<String, YamlSection>> fragments = new LinkedHashMap<>();
    private final List<JvmProfile> profiles = new ArrayList<>();

    /** A value of an axis: its name, and its fragment of a case. */
    record Value(String name, YamlSection section) {}

    private Axes() {}

    private static Map<String, Object> schema() {
        Map<String, Object> values = Key.named(Map.of("$ref", MatrixReader.CASE_SCHEMA));
        return Key.named(Key.ordered("oneOf", List.of(values, Map.of("const", EACH_INSTALLED))));
    }

    /**
     * Reads the axes, in the order of the file.
     *
     * @param jvms installed JVMs; requested only for an axis {@code each-installed}
     */
    static Axes read(YamlSection top, Supplier<InstalledJvms> jvms, Problems problems) {
        Axes axes = new Axes();
        @Nullable YamlSection section = KEY.find(top);
        if (section != null) {
            for (String axis : section.allKeys()) {
                Map<String, YamlSection> values =
                        section.isSection(axis) ? values(section, axis) : axes.generated(section, axis, jvms, problems);
                if (Names.sound(section, axis) && !values.isEmpty()) {
                    axes.fragments.put(axis, values);
                }
            }
        }
        return axes;
    }

    private static Map<String, YamlSection> values(YamlSection axes, String axis) {
        Map<String, YamlSection> values = Names.sections(axes.section(axis));
        if (values.isEmpty()) {
            axes.problemAt(axis, EXPECTED);
        }
        return values;
    }

    private Map<String, YamlSection> generated(
            YamlSection axes, String axis, Supplier<InstalledJvms> jvms, Problems problems) {
        Map<String, YamlSection> values = new LinkedHashMap<>();
        if (axes.value(axis, EXPECTED, text -> text.equals(EACH_INSTALLED) ? text : null) != null) {
            jvms.get().named().forEach((name, jvm) -> {
                profiles.add(JvmProfile.of(name, jvm));
                values.put(name, YamlFile.parse(EACH_INSTALLED, CaseReader.JVM.name() + ": " + name, problems));
            });
        }
        return values;
    }

    /** JVM profiles of the values created for installed JVMs. */
    List<JvmProfile> profiles() {
        return List.copyOf(profiles);
    }

    boolean isEmpty() {
        return fragments.isEmpty();
    }

    /** Names of the values of each axis. */
    Map<String, List<String>> names() {
        Map<String, List<String>> names = new LinkedHashMap<>();
        fragments.forEach((axis, values) -> names.put(axis, List.copyOf(values.keySet())));
        return names;
    }

    /** Values at the coordinates of a case, in the order of the axes. */
    List<Value> fragments(Map<String, String> coordinates) {
        return fragments.entrySet().stream()
                .flatMap(axis -> {
                    String value = coordinates.getOrDefault(axis.getKey(), "");
                    return Stream.ofNullable(axis.getValue().get(value)).map(said -> new Value(value, said));
                })
                .toList();
    }

    /** Name of the case with these coordinates. */
    static String nameOf(Map<String, String> coordinates) {
        return String.join("-", coordinates.values());
    }

    /**
     * Returns the coordinates of all cases; the first axis changes slowest. Returns an empty list and reports a problem if
     * there are too many cases or names are wrong.
     */
    List<Map<String, String>> product(YamlSection top) {
        long count =
                fragments.values().stream().mapToLong(Map::size).reduce(1, (a, b) -> Math.min(a * b, MAX_CASES + 1L));
        if (isEmpty()) {
            return List.of();
        }
        if (count > MAX_CASES) {
            top.problemAt(KEY.name(), "a product of at most " + MAX_CASES + " cases");
            return List.of();
        }
        List<Map<String, String>> product = List.of(Map.of());
        for (Map.Entry<String, List<String>> axis : names().entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> coordinates : product) {
                for (String value : axis.getValue()) {
                    Map<String, String> more = new LinkedHashMap<>(coordinates);
                    more.put(axis.getKey(), value);
                    longer.add(Collections.unmodifiableMap(more));
                }
            }
            product = longer;
        }
        Optional<String> expected = expected(product);
        expected.ifPresent(names -> top.problemAt(KEY.name(), names));
        return expected.isPresent() ? List.of() : product;
    }

    /** Returns the violated expectation if a case name is too long or not unique; empty otherwise. */
    private static Optional<String> expected(List<Map<String, String>> product) {
        Map<String, Map<String, String>> byName = new HashMap<>();
        for (Map<String, String> coordinates : product) {
            String name = nameOf(coordinates);
            if (name.length() > MAX_NAME_LENGTH) {
                return Optional.of("values whose case names have at most " + MAX_NAME_LENGTH + " characters ("
                        + name.substring(0, 40) + "... has " + name.length() + ")");
            }
            Map<String, String> other = byName.putIfAbsent(name, coordinates);
            if (other != null) {
                return Optional.of("values with distinct case names (" + name + " is both " + describe(other) + " and "
                        + describe(coordinates) + ")");
            }
        }
        return Optional.empty();
    }

    private static String describe(Map<String, String> coordinates) {
        return String.join(" with ", coordinates.values());
    }
}
