package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.JvmProfile;

/** Reads {@code axes}: for each axis its values, each a fragment of a case, or one for each JVM of this host. */
final class AxisReader {
    /** In the place of values: one for each JVM that is installed. */
    static final String EACH_INSTALLED = "each-installed";

    private static final String EXPECTED =
            "values, each a part of a case, or " + EACH_INSTALLED + ": a value for each JVM here";

    private final Supplier<InstalledJvms> jvms;
    private final Problems problems;
    private final List<JvmProfile> profiles = new ArrayList<>();

    AxisReader(Supplier<InstalledJvms> jvms, Problems problems) {
        this.jvms = jvms;
        this.problems = problems;
    }

    static Map<String, Object> schema() {
        Map<String, Object> values = Key.named(Map.of("$ref", MatrixSchema.CASE));
        Map<String, Object> axis = Key.ordered("oneOf", List.of(values, Map.of("const", EACH_INSTALLED)));
        return Key.named(axis);
    }

    /** Fragments by value and axis, in the order of the file. */
    Map<String, Map<String, YamlSection>> read(@Nullable YamlSection axes) {
        Map<String, Map<String, YamlSection>> found = new LinkedHashMap<>();
        if (axes != null) {
            for (String axis : axes.allKeys()) {
                Map<String, YamlSection> values = axes.isSection(axis) ? values(axes, axis) : generated(axes, axis);
                if (Names.sound(axes, axis) && !values.isEmpty()) {
                    found.put(axis, values);
                }
            }
        }
        return found;
    }

    private static Map<String, YamlSection> values(YamlSection axes, String axis) {
        Map<String, YamlSection> values = Names.sections(axes.section(axis));
        if (values.isEmpty()) {
            axes.problemAt(axis, EXPECTED);
        }
        return values;
    }

    private Map<String, YamlSection> generated(YamlSection axes, String axis) {
        Map<String, YamlSection> values = new LinkedHashMap<>();
        String kind = axes.value(axis, EXPECTED, text -> text.equals(EACH_INSTALLED) ? text : null);
        if (kind != null) {
            jvms.get().named().forEach((name, jvm) -> {
                profiles.add(JvmProfile.of(name, jvm));
                values.put(name, YamlFile.parse(EACH_INSTALLED, CaseReader.JVM.name() + ": " + name, problems));
            });
        }
        return values;
    }

    /** The profiles of values that were made for JVMs. */
    List<JvmProfile> profiles() {
        return List.copyOf(profiles);
    }

    /** A value of an axis: its name, and the part of a case that it is. */
    record Value(String name, YamlSection said) {}
}
