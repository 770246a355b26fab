package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.jvm.JvmFamily;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.process.CommandText;

/**
 * Checks a case against its axis values, and collects its settings outside the axes. If two cases differ in these settings, no
 * axis effect is reported between them.
 */
final class Coordinates {
    private static final String GRAAL = "graal";
    private static final String JVM = CaseReader.JVM.name();
    private static final String HOST = CaseReader.HOST.name();
    private static final String RUN = CaseReader.RUN.name();
    private static final String THREADS = CaseReader.THREADS.name();
    private static final String JVM_ARGS = CaseReader.JVM_ARGS.name();

    private Coordinates() {}

    /** Reports keys of a case that an axis value also sets, and keys that two axes set. */
    static void checkKeys(List<YamlSection> own, List<Axes.Value> fragments) {
        List<YamlSection> before = new ArrayList<>();
        fragments.forEach(each -> {
            YamlSection fragment = each.section();
            own.forEach(section -> again(section, fragment, "the value '" + each.name() + "'", false));
            before.forEach(other -> again(fragment, other, "another axis", true));
            before.add(fragment);
        });
    }

    /** @param identity true to compare only JVM, host and threads, without JVM flags and run options */
    private static void again(YamlSection section, YamlSection fragment, String what, boolean identity) {
        for (String key : section.keys()) {
            if (Set.of(HOST, RUN).contains(key) && section.isSection(key) && fragment.isSection(key)) {
                YamlSection part = section.section(key);
                YamlSection said = fragment.section(key);
                if (part != null && said != null && (!identity || key.equals(HOST))) {
                    part.keys().stream().filter(said::has).forEach(each -> refuse(part, each, what));
                }
            } else if (fragment.has(key) && (Set.of(JVM, THREADS).contains(key) || !identity && key.equals(JVM_ARGS))) {
                refuse(section, key, what);
            }
        }
    }

    private static void refuse(YamlSection section, String key, String what) {
        section.problemWithKey(
                key, "a single value (" + what + " also sets it); to change it, write a case with another name");
    }

    /** Reports axis values named after a JVM or kernel that the case does not request. */
    static void checkNames(List<Axes.Value> fragments, Optional<JvmProfile> profile, HostRequirement host) {
        fragments.forEach(each -> {
            String value = each.name();
            YamlSection fragment = each.section();
            profile.ifPresent(chosen -> judgeName(value, fragment, chosen));
            List<String> kernel = host.conditions().getOrDefault(HostProperties.KERNEL, List.of());
            if (List.of(HostProperties.STOCK, HostProperties.RT).contains(value) && !kernel.equals(List.of(value))) {
                broken(fragment, HOST, "{kernel: " + value + "}", value);
            }
        });
    }

    private static void judgeName(String value, YamlSection fragment, JvmProfile profile) {
        JvmProfile.promised(value)
                .filter(family -> profile.family() != family)
                .ifPresent(family -> broken(fragment, JVM, "a " + title(family), value));
        if (value.toLowerCase(Locale.ROOT).contains(GRAAL) && !graal(profile)) {
            broken(fragment, JVM, "a profile that asks for GraalVM", value);
        }
        if (value.equals(JvmProfile.OWN) && !profile.name().equals(value)) {
            broken(fragment, JVM, JvmProfile.OWN, value);
        }
    }

    private static String title(JvmFamily family) {
        return family.title() + " JVM, jvm: " + family.key() + " or a profile of that family";
    }

    private static boolean graal(JvmProfile profile) {
        return (profile.name() + profile.vendor() + profile.vmName())
                .toLowerCase(Locale.ROOT)
                .contains(GRAAL);
    }

    private static void broken(YamlSection fragment, String key, String expected, String value) {
        fragment.problemAt(key, expected + ", as the value is named '" + value + "'");
    }

    /** Derives the coordinates of a case written by hand. */
    static Map<String, String> derived(HostRequirement host, String jvm, TestCase.Threads threads) {
        Map<String, String> coordinates = new LinkedHashMap<>();
        List<String> kernel = host.conditions().get(HostProperties.KERNEL);
        coordinates.put("os", kernel == null ? host.description() : String.join(" or ", kernel));
        coordinates.put("jvm", jvm.isEmpty() ? "the application's" : jvm);
        coordinates.put("threads", threads.description());
        return coordinates;
    }

    /**
     * Returns the settings of a case outside its coordinates, by key. Excludes the contents of axis values and JVM profiles.
     *
     * @param said own sections, followed by defaults
     * @param byHand true for a case written by hand, whose coordinates are kernel, JVM and threads; if the file has axes, it is
     *     compared only with other such cases
     * @param amongAxes true if the file has axes
     */
    static Map<String, String> otherSettings(List<YamlSection> said, boolean byHand, boolean amongAxes) {
        Map<String, String> found = new TreeMap<>();
        Layers layers = new Layers(said);
        List<String> flags = CaseReader.jvmArgs(said);
        if (!flags.isEmpty()) {
            found.put(JVM_ARGS, CommandText.join(flags));
        }
        Layers run = layers.below(RUN);
        for (String name : RunKeys.names()) {
            run.firstWith(name)
                    .flatMap(section -> Optional.ofNullable(RunKeys.read(section, name)))
                    .ifPresent(value -> found.put("run." + name, value));
        }
        CaseReader.conditions(layers.below(HOST).sections()).forEach((fact, values) -> {
            if (!byHand || !fact.equals(HostProperties.KERNEL)) {
                found.put("host." + fact, String.join(" or ", values));
            }
        });
        Stream.of(JVM, THREADS)
                .filter(key -> !byHand)
                .forEach(key ->
                        layers.firstWith(key).ifPresent(section -> found.put(key, String.valueOf(section.tree(key)))));
        if (byHand && amongAxes) {
            found.put("case", "written by hand");
        }
        return found;
    }
}
