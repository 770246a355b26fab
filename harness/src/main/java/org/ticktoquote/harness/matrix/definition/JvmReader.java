package org.ticktoquote.harness.matrix.definition;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.jvm.JvmFamily;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.process.CommandText;

/** Reads {@code jvms}: profiles by name. */
final class JvmReader {
    private static final Key<String> HOME = Key.converted(
            "home",
            "",
            Map.of("type", "string"),
            "a path",
            text -> Path.of(text).toString(),
            "path of the JVM (default: the first matching one of the host); overridden by --jvm NAME=PATH");
    private static final Key<String> FAMILY = Key.word(
            "family",
            null,
            Arrays.stream(JvmFamily.values())
                    .filter(family -> family != JvmFamily.OTHER)
                    .map(JvmFamily::key)
                    .toList(),
            "required kind of VM");
    private static final Key<List<String>> VENDOR = Key.texts("vendor", "required java.vendor, * for anything");
    private static final Key<List<String>> VM_NAME = Key.texts("vm-name", "required java.vm.name, * for anything");
    private static final Key<List<String>> VERSION = Key.texts("version", "required java.version, as in 17.*");
    private static final Key<List<String>> FLAGS =
            Key.texts("flags", "JVM flags, as a text or a list, before the flags of a case");

    private static final List<String> WARM_UP = List.of("warm-up", "warm-up-limit", "warm-up-tolerance");
    private static final List<Key<?>> KEYS = List.of(HOME, FAMILY, VENDOR, VM_NAME, VERSION, FLAGS);

    /** Flags that make a JVM print information and end, or run another program. */
    private static final Set<String> ENDING = Set.of(
            "-version",
            "--version",
            "-fullversion",
            "--full-version",
            "-Xinternalversion",
            "-help",
            "--help",
            "-h",
            "-?",
            "-X",
            "--help-extra",
            "-XshowSettings",
            "--list-modules",
            "--describe-module",
            "-d",
            "--dry-run",
            "--validate-modules",
            "-jar",
            "-m",
            "--module",
            "--source");

    private JvmReader() {}

    /** Splits texts into arguments, in the same way as a command line. Reports unclosed quotes and flags that end the JVM. */
    static List<String> split(Key<List<String>> key, YamlSection section) {
        List<String> arguments = new ArrayList<>();
        for (String text : key.read(section)) {
            try {
                List<String> split = CommandText.split(text);
                split.stream()
                        .filter(JvmReader::ends)
                        .forEach(flag -> section.problemAt(
                                key.name(),
                                Problem.ofValue(flag).fault("makes the JVM exit instead of running the application")));
                arguments.addAll(split);
            } catch (ProblemException notClosed) {
                notClosed.problems().forEach(problem -> section.problemAt(key.name(), problem));
            }
        }
        return arguments;
    }

    private static boolean ends(String flag) {
        return ENDING.contains(flag.replaceFirst("[:=].*", ""));
    }

    static Map<String, Object> schema() {
        List<Key<?>> keys = new ArrayList<>(KEYS);
        WARM_UP.forEach(name -> keys.add(RunKeys.key(name)));
        return Key.named(Key.mapping(keys));
    }

    /** Returns the profiles of the file and then the built-in ones. */
    static List<JvmProfile> read(@Nullable YamlSection jvms) {
        Map<String, JvmProfile> profiles = new LinkedHashMap<>();
        Names.sections(jvms).forEach((name, section) -> profiles.put(name, profile(name, section)));
        if (jvms != null && profiles.containsKey(JvmProfile.OWN)) {
            jvms.problemWithKey(JvmProfile.OWN, "another name (this is the JVM that runs t2q)");
        }
        JvmProfile.builtIn().forEach(profile -> profiles.putIfAbsent(profile.name(), profile));
        return List.copyOf(profiles.values());
    }

    private static JvmProfile profile(String name, YamlSection section) {
        Optional<JvmFamily> said = Optional.ofNullable(FAMILY.find(section)).flatMap(JvmFamily::named);
        Optional<JvmFamily> promised = JvmProfile.promised(name);
        promised.filter(family -> said.isPresent() && said.get() != family)
                .ifPresent(family ->
                        section.problemAt(FAMILY.name(), family.key() + ", as the profile is named '" + name + "'"));
        JvmProfile profile = new JvmProfile(
                name,
                HOME.read(section),
                promised.or(() -> said).orElse(null),
                VENDOR.read(section),
                VM_NAME.read(section),
                VERSION.read(section),
                split(FLAGS, section),
                warmUp(section));
        section.reportUnknownKeys();
        return profile;
    }

    private static Map<String, String> warmUp(YamlSection section) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String key : WARM_UP) {
            String value = RunKeys.read(section, key);
            if (value != null && OptionCheck.accepts(section, key, value)) {
                options.put(key, value);
            }
        }
        return options;
    }
}
