package org.ticktoquote.harness.matrix.definition;

import static java.util.Objects.requireNonNull;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.comparison.matrix.CaseLimit;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.placement.ThreadChoice;

/** Reads a case from its own section, the values of its axes and the defaults, in this order of precedence. */
final class CaseReader {
    /** Percentiles and the maximum, as tables name them. */
    static final List<String> FIGURES =
            Stream.of(ComparedFigure.values()).map(ComparedFigure::title).toList();

    private static final Key<String> DESCRIPTION = Key.text("description", "text for readers");
    static final Key<String> JVM =
            Key.text("jvm", "a profile of jvms, hotspot, zing, openj9, or own (default: the JVM that runs t2q)");
    static final Key<List<String>> JVM_ARGS = Key.texts(
            "jvm-args", "JVM flags, as a text or a list; flags of profile, defaults, axes and case are combined");
    static final Key<YamlSection> HOST = Key.part(
            "host",
            hostSchema(),
            "required host: kernel stock or rt, any line of t2q host fingerprint, or an item of t2q host as in"
                    + " audit.clock-source: fit; * matches anything, a list any of its values");
    static final Key<YamlSection> THREADS = Key.part(
            "threads",
            Key.ordered("type", List.of("string", "object"), "default", TestCase.Threads.UNMANAGED),
            "unmanaged, auto, a file with a plan, or the plan itself");
    static final Key<YamlSection> RUN = Key.part("run", RunKeys.schema(), "options of t2q run, named without dashes");
    private static final Key<YamlSection> LIMITS =
            Key.part("limits", limitsSchema(), "limits by latency and figure, checked with 95 % intervals over runs");

    static final Key<List<String>> SLO =
            Key.texts("slo", "service levels for every run of the case, as in t2q run --slo: a text or a list");

    private static final List<Key<?>> KEYS = List.of(DESCRIPTION, JVM, JVM_ARGS, HOST, THREADS, RUN, LIMITS, SLO);

    /** Option with which the application's JVM can be on another host. */
    private static final String HOSTS = "hosts";

    private final Map<String, JvmProfile> profiles = new LinkedHashMap<>();
    private final OptionCheck optionCheck;
    private final List<YamlSection> defaults;
    private final boolean amongAxes;
    private final BiFunction<JvmProfile, List<String>, Optional<String>> flagsProblem;

    /**
     * Creates a reader of the cases of a file.
     *
     * @param defaults sections with the defaults of all cases
     * @param amongAxes true if the file has axes
     * @param flagsObjection returns why a profile's JVM rejects flags; empty if it accepts them or is not installed
     */
    CaseReader(
            List<JvmProfile> profiles,
            OptionCheck optionCheck,
            List<YamlSection> defaults,
            boolean amongAxes,
            BiFunction<JvmProfile, List<String>, Optional<String>> flagsObjection) {
        this.flagsProblem = flagsObjection;
        this.defaults = defaults;
        this.amongAxes = amongAxes;
        profiles.forEach(profile -> this.profiles.put(profile.name(), profile));
        this.optionCheck = optionCheck;
    }

    static Map<String, Object> schema() {
        return Key.mapping(KEYS);
    }

    /** Keys of a case. */
    static List<String> names() {
        return KEYS.stream().<String>map(Key::name).toList();
    }

    private static void refuseMisplaced(YamlSection section) {
        MatrixReader.refuseDuet(section);
        RunKeys.names().stream()
                .filter(name -> !names().contains(name))
                .forEach(name ->
                        section.refuseKey(name, "is an option of a run", "it one level down, in " + RUN.name()));
    }

    private static Map<String, Object> hostSchema() {
        Map<String, Object> value = Map.of("type", List.of("string", "number"));
        Map<String, Object> values = Key.ordered("oneOf", List.of(value, Key.ordered("type", "array", "items", value)));
        Map<String, Object> kind = Key.ordered("enum", List.of(HostProperties.STOCK, HostProperties.RT));
        Map<String, Object> kernel = Key.ordered("oneOf", List.of(kind, Key.ordered("type", "array", "items", kind)));
        return Key.ordered(
                "type", "object", "properties", Map.of(HostProperties.KERNEL, kernel), "additionalProperties", values);
    }

    /**
     * Reads a case as far as possible, and reports all its problems.
     *
     * @param own sections of the case itself
     * @param fragments values of its axes, in the order of the axes
     * @param coordinates values on the axes, by axis; empty for a case written by hand
     */
    TestCase read(String name, List<YamlSection> own, List<Axes.Value> fragments, Map<String, String> coordinates) {
        List<YamlSection> said =
                join(own, reversed(fragments.stream().map(Axes.Value::section).toList()));
        Layers layers = new Layers(join(said, defaults));
        layers.sections().forEach(CaseReader::refuseMisplaced);
        Coordinates.checkKeys(own, fragments);
        Optional<JvmProfile> profile = profile(layers);
        RunOptions run = new RunKeys(said, defaults, optionCheck)
                .read(profile.map(JvmProfile::warmUp).orElse(Map.of()));
        List<String> jvmArgs = jvmArgs(layers.sections());
        HostRequirement host = host(layers);
        TestCase.Threads threads = threads(layers);
        List<CaseLimit> limits = limits(layers.below(LIMITS.name()));
        List<String> serviceLevels = serviceLevels(layers);
        String description = DESCRIPTION.read(layers);
        layers.reportUnknownKeys(MatrixReader.SCHEMA);
        judgeEffect(layers, run.settings(), jvmArgs, profile);
        if (!run.givenOptions().containsKey(HOSTS)
                && run.settings().application().takesJvmFlags()) {
            profile.ifPresent(chosen -> checkFlags(layers, jvmArgs, chosen));
        }
        String jvm = run.settings().application().takesJvm()
                ? profile.map(JvmProfile::name).orElse(JvmProfile.OWN)
                : "";
        Coordinates.checkNames(fragments, profile, host);
        boolean byHand = coordinates.isEmpty();
        return new TestCase(
                name,
                description,
                byHand ? Coordinates.derived(host, jvm, threads) : coordinates,
                Coordinates.otherSettings(join(own, defaults), byHand, amongAxes),
                jvm,
                jvmArgs,
                host,
                threads,
                run,
                limits,
                serviceLevels);
    }

    private static Map<String, Object> limitsSchema() {
        Map<String, Object> latencies = new LinkedHashMap<>();
        List<Key<?>> figures = Stream.of(ComparedFigure.values())
                .<Key<?>>map(CaseReader::limit)
                .toList();
        for (Latency latency : Latency.COMPARED) {
            latencies.put(latency.file(), Key.mapping(figures));
        }
        return Key.ordered("type", "object", "additionalProperties", false, "properties", latencies);
    }

    private static Key<Long> limit(ComparedFigure figure) {
        return Key.duration(figure.title(), "limit, checked with the 95 % interval over the runs");
    }

    private static List<CaseLimit> limits(Layers limits) {
        List<CaseLimit> found = new ArrayList<>();
        for (Latency latency : Latency.COMPARED) {
            Layers figures = limits.below(latency.file());
            for (ComparedFigure figure : ComparedFigure.values()) {
                long mostNs = limit(figure).read(figures);
                if (mostNs > 0) {
                    found.add(CaseLimit.of(latency, figure, mostNs));
                }
            }
            figures.reportUnknownKeys(MatrixReader.SCHEMA);
        }
        limits.reportUnknownKeys(MatrixReader.SCHEMA);
        return found;
    }

    /**
     * Returns the service levels of the most specific section. They replace the general ones, because a case can have fewer.
     */
    private static List<String> serviceLevels(Layers layers) {
        layers.sections().forEach(SLO::find);
        return layers.firstWith(SLO.name()).map(CaseReader::serviceLevels).orElse(List.of());
    }

    private static List<String> serviceLevels(YamlSection section) {
        try {
            return RequestedLevels.texts(RequestedLevels.parse(SLO.read(section)));
        } catch (ProblemException refusal) {
            refusal.problems().forEach(problem -> section.problemAt(SLO.name(), problem));
            return List.of();
        }
    }

    private static <T> List<T> join(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static <T> List<T> reversed(List<T> list) {
        List<T> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    private Optional<JvmProfile> profile(Layers layers) {
        String name = JVM.read(layers);
        name = name.isEmpty() ? JvmProfile.OWN : name;
        JvmProfile profile = profiles.get(name);
        if (profile == null) {
            layers.problemAt(
                    JVM.name(),
                    "a JVM profile: " + AllowedWords.oneOf(profiles.keySet(), "profiles", MatrixReader.SCHEMA)
                            + NearestWord.hint(name, profiles.keySet()));
        }
        return Optional.ofNullable(profile);
    }

    /** Flags of all sections. Sections are ordered from specific to general. */
    static List<String> jvmArgs(List<YamlSection> special) {
        return reversed(special).stream()
                .flatMap(section -> JvmReader.split(JVM_ARGS, section).stream())
                .toList();
    }

    private static HostRequirement host(Layers layers) {
        Layers hosts = layers.below(HOST.name());
        Map<String, List<String>> conditions = conditions(hosts.sections());
        List<String> kernel = conditions.getOrDefault(HostProperties.KERNEL, List.of());
        hosts.sections().forEach(HostRequirement::check);
        if (!List.of(HostProperties.STOCK, HostProperties.RT).containsAll(kernel)) {
            hosts.problemAt(HostProperties.KERNEL, "stock or rt (for a release use kernel-release)");
        }
        return new HostRequirement(conditions);
    }

    /** Conditions of all sections. Sections are ordered from specific to general. */
    static Map<String, List<String>> conditions(List<YamlSection> special) {
        Map<String, List<String>> conditions = new LinkedHashMap<>();
        for (YamlSection section : reversed(special)) {
            for (String fact : section.allKeys()) {
                List<String> values = section.distinct(fact, "a text", value -> value);
                if (values != null) {
                    conditions.put(fact, values);
                }
            }
        }
        return conditions;
    }

    private static TestCase.Threads threads(Layers layers) {
        Optional<YamlSection> decides = layers.firstWith(THREADS.name());
        layers.sections().forEach(section -> section.tree(THREADS.name()));
        if (decides.isEmpty()) {
            return TestCase.Threads.of(TestCase.Threads.UNMANAGED);
        }
        YamlSection section = decides.get();
        if (section.isSection(THREADS.name())) {
            @SuppressWarnings("unchecked") // the tree of a mapping is a map of strings
            Map<String, Object> plan = (Map<String, Object>) section.tree(THREADS.name());
            TestCase.Threads inline = new TestCase.Threads(TestCase.Threads.PLAN, plan == null ? Map.of() : plan);
            ThreadChoice.validatePlan(TestCase.Threads.PLAN, requireNonNull(section.section(THREADS.name())));
            return inline;
        }
        String choice = section.text(THREADS.name());
        return TestCase.Threads.of(choice == null ? TestCase.Threads.UNMANAGED : existing(section, choice));
    }

    private static String existing(YamlSection section, String choice) {
        if (!ThreadChoice.WORDS.contains(choice)) {
            try {
                UserPath.input(Path.of(choice));
                read(section, choice);
            } catch (ProblemException | InvalidPathException notThere) {
                section.problemAt(THREADS.name(), "unmanaged, auto, managed, a plan or an existing file with a plan");
            }
        }
        return choice;
    }

    /** Reports problems of a plan in a separate file at the key that names the file. */
    private static void read(YamlSection section, String file) {
        try {
            ThreadChoice.of(file);
        } catch (ProblemException refusal) {
            refusal.problems().forEach(problem -> section.problemAt(THREADS.name(), problem));
        }
    }

    /** Reports JVM keys without effect on the application, because a comparison of such JVMs would compare noise. */
    private static void judgeEffect(
            Layers layers, RunSettings run, List<String> jvmArgs, Optional<JvmProfile> profile) {
        if (!run.application().takesJvm()) {
            blame(
                    layers,
                    JVM,
                    run.application().attached()
                            ? "has no effect: the application is already running (attach)"
                            : "has no effect: the command in app has no {java}");
        }
        if (!run.application().takesJvmFlags()) {
            String reason = "no effect: the command in app has no " + ApplicationUnderTest.Own.JVM_ARGUMENTS;
            if (!jvmArgs.isEmpty()) {
                blame(layers, JVM_ARGS, "has " + reason);
            }
            if (profile.filter(chosen -> !chosen.flags().isEmpty()).isPresent()) {
                blame(layers, JVM, "its flags have " + reason);
            }
        }
    }

    /** Reports a problem if the profile's JVM on this host rejects the flags of profile and case. */
    private void checkFlags(Layers layers, List<String> jvmArgs, JvmProfile profile) {
        List<String> flags = join(profile.flags(), jvmArgs);
        if (!flags.isEmpty()) {
            flagsProblem
                    .apply(profile, flags)
                    .ifPresent(
                            said -> blame(layers, jvmArgs.isEmpty() ? JVM : JVM_ARGS, "rejected by the JVM: " + said));
        }
    }

    private static void blame(Layers layers, Key<?> key, String text) {
        layers.firstWith(key.name()).ifPresent(section -> section.problemAt(key.name(), Problem.ofFault(text)));
    }
}
