package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.PlannedYear;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.JvmProbe;
import org.ticktoquote.host.jvm.JvmProfile;

/** Reads a matrix and reports all problems of the file at once. */
public final class MatrixReader {
    private static final int MAX_REPEATS = 1000;
    private static final int MAX_RETRIES = 100;

    /** Command that lists all keys. */
    static final String SCHEMA = "t2q matrix schema";

    /** Reference to the schema of a case, also used for axis values and defaults, which are partial cases. */
    static final String CASE_SCHEMA = "#/$defs/case";

    private static final Key<String> NAME =
            Key.text("name", "name in directories and reports (default: the name of the file)");
    private static final Key<String> DESCRIPTION = Key.text("description", "text for readers");
    private static final Key<Long> REPEATS = Key.whole(
            "repeats",
            3L,
            1,
            MAX_REPEATS,
            "runs of each case; with an odd number the median is a run; differences need at least 3");
    private static final Key<Long> SEED =
            Key.whole("seed", 1L, 0, Long.MAX_VALUE, "seed of the order of runs, which are interleaved across cases");
    private static final Key<Long> RETRIES = Key.whole(
            "retries", 2L, 0, MAX_RETRIES, "how often a VOID run can be repeated; FAILED runs are not repeated");
    private static final Key<String> BASELINE =
            Key.text("baseline", "case that the others are compared with (default: the first)");

    private static final Key<Long> TIME = Key.duration("time", "a fixed time");
    private static final Key<String> CASE = Key.text("case", "case of the figure (default: the baseline)");
    private static final Key<String> FIGURE =
            Key.word("figure", "max", CaseReader.FIGURES, "figure of this case, median of its runs");
    private static final Key<YamlSection> NORMALISE =
            Key.part("normalise", Key.mapping(List.of(TIME, CASE, FIGURE)), "100 units of normalised figures");

    private static final Key<YamlSection> JVMS = Key.part("jvms", JvmReader.schema(), "JVM profiles by name");
    private static final Key<YamlSection> DEFAULTS =
            Key.part("defaults", Map.of("$ref", CASE_SCHEMA), "values for all cases that do not set them");
    private static final Key<YamlSection> CASES = Key.part(
            "cases",
            Key.named(Map.of("$ref", CASE_SCHEMA)),
            "cases by name: further cases, or changes to a case of the axes");

    private static final List<Key<?>> KEYS = List.of(
            NAME,
            DESCRIPTION,
            REPEATS,
            SEED,
            RETRIES,
            BASELINE,
            AnnualiseReader.KEY,
            NORMALISE,
            JVMS,
            DEFAULTS,
            Axes.KEY,
            CASES);

    private final MatrixSource source;
    private final Problems problems = new Problems();
    private final Supplier<InstalledJvms> jvms;
    private final OptionCheck optionCheck = new OptionCheck();
    private final BiFunction<JvmProfile, List<String>, Optional<String>> flagsProblem;

    /**
     * Returns the YAML of a matrix that sets an option of {@code t2q run}, such as {@code run: {speed: 2}}; empty if the
     * option corresponds to no single key.
     *
     * @param option name with its dashes
     */
    public static Optional<String> setting(String option, String value) {
        String name = option.substring(2);
        return RunKeys.names().contains(name)
                ? Optional.of("run: {" + name + ": " + value + "}")
                : Optional.ofNullable(AnnualiseReader.OPTIONS.get(name))
                        .map(key -> AnnualiseReader.KEY.name() + ": {" + key + ": " + value + "}");
    }

    private MatrixReader(
            MatrixSource source,
            Supplier<InstalledJvms> jvms,
            BiFunction<JvmProfile, List<String>, Optional<String>> flagsObjection) {
        this.source = source;
        this.flagsProblem = flagsObjection;
        this.jvms = jvms;
    }

    /**
     * Reads a matrix.
     *
     * @param jvms installed JVMs; requested only for an axis {@code each-installed}
     * @throws ProblemException with all problems, one per line
     */
    public static Matrix read(MatrixSource source, Supplier<InstalledJvms> jvms) {
        return new MatrixReader(source, jvms, (profile, flags) -> Optional.empty()).read();
    }

    /**
     * Reads a matrix and checks that the JVMs of this host accept the flags of its cases. Starts each JVM once per list of
     * flags.
     *
     * @throws ProblemException with all problems, one per line
     */
    public static Matrix check(MatrixSource source, Supplier<InstalledJvms> jvms) {
        Map<List<Object>, Optional<String>> known = new HashMap<>();
        return new MatrixReader(
                        source,
                        jvms,
                        (profile, flags) -> known.computeIfAbsent(
                                List.of(profile, flags),
                                asked -> jvms.get()
                                        .choose(profile, 0)
                                        .jvm()
                                        .flatMap(jvm -> JvmProbe.flagsProblem(jvm, flags))))
                .read();
    }

    /** Returns the JSON Schema of a matrix file, for editors. Generated from the {@code Key} objects that read the file. */
    public static String schema() {
        return Key.schema("Test matrix of tick-to-quote", KEYS, Map.of("case", CaseReader.schema()));
    }

    /** Refuses the key {@code duet} and names the command that runs a duet. */
    static void refuseDuet(YamlSection section) {
        section.refuseKey(
                "duet",
                "is not possible in a matrix",
                "t2q gate run --duet MATRIX --baseline CASE --candidate CASE, which runs two cases at the same time");
    }

    private Matrix read() {
        YamlSection top = YamlFile.parse(source.name(), source.text(), problems);
        refuseDuet(top);
        List<JvmProfile> profiles = new ArrayList<>(JvmReader.read(JVMS.find(top)));
        Axes axes = Axes.read(top, jvms, problems);
        profiles.addAll(axes.profiles());
        List<TestCase> cases = cases(top, axes, profiles);
        String baseline = caseName(
                top, BASELINE, cases, cases.isEmpty() ? "" : cases.get(0).name());
        Matrix matrix = new Matrix(
                name(top),
                DESCRIPTION.read(top),
                REPEATS.read(top).intValue(),
                SEED.read(top),
                RETRIES.read(top).intValue(),
                baseline,
                AnnualiseReader.read(top, cases),
                normalisation(NORMALISE.find(top), cases, baseline),
                profiles,
                axes.names(),
                cases);
        top.reportUnknownKeys(SCHEMA);
        problems.refuseIfAny();
        return matrix;
    }

    private String name(YamlSection top) {
        String name = NAME.read(top);
        if (name.isEmpty()) {
            return source.plainName();
        }
        if (!Names.FORM.matcher(name).matches()) {
            top.problemAt(NAME.name(), Names.EXPECTED);
        }
        return name;
    }

    private List<TestCase> cases(YamlSection top, Axes axes, List<JvmProfile> profiles) {
        List<YamlSection> general = Stream.ofNullable(DEFAULTS.find(top)).toList();
        CaseReader reader = new CaseReader(profiles, optionCheck, general, !axes.isEmpty(), flagsProblem);
        Map<String, YamlSection> own = Names.sections(CASES.find(top));
        List<TestCase> cases = new ArrayList<>();
        for (Map<String, String> coordinates : axes.product(top)) {
            String name = Axes.nameOf(coordinates);
            List<YamlSection> override = Stream.ofNullable(own.remove(name)).toList();
            cases.add(reader.read(name, override, axes.fragments(coordinates), coordinates));
        }
        if (cases.size() + own.size() > Axes.MAX_CASES) {
            top.problemAt(CASES.name(), "at most " + Axes.MAX_CASES + " cases, including the product of the axes");
            return cases;
        }
        own.forEach((name, section) -> cases.add(reader.read(name, List.of(section), List.of(), Map.of())));
        if (cases.isEmpty() && problems.found().isEmpty()) {
            top.problemAt(CASES.name(), "at least one case, or axes");
        }
        return cases;
    }

    private static String caseName(YamlSection section, Key<String> key, List<TestCase> cases, String otherwise) {
        String name = key.read(section);
        List<String> names = cases.stream().map(TestCase::name).toList();
        if (!name.isEmpty() && !names.contains(name)) {
            section.problemAt(key.name(), "a case: " + AllowedWords.oneOf(names, "cases", "t2q matrix show"));
        }
        return name.isEmpty() ? otherwise : name;
    }

    private static Matrix.Normalisation normalisation(
            @Nullable YamlSection section, List<TestCase> cases, String baseline) {
        if (section == null) {
            return new Matrix.Normalisation(0, baseline, "max");
        }
        Matrix.Normalisation normalisation = new Matrix.Normalisation(
                TIME.read(section), caseName(section, CASE, cases, baseline), FIGURE.read(section));
        if (normalisation.timeNs() > 0 && (section.has(CASE.name()) || section.has(FIGURE.name()))) {
            section.problemAt(TIME.name(), "either a time, or case and figure");
        }
        section.reportUnknownKeys();
        return normalisation;
    }

    /**
     * Reads {@code annualise}: the conversion of shares of late quotes to time per year, and years of several regimes with
     * one case each.
     */
    private static final class AnnualiseReader {
        private static final Key<List<String>> LATER_THAN =
                Key.texts("later-than", "latencies for which times per year are stated, as in 10ms");
        private static final Key<YamlSection> YEARS = Key.part(
                "years",
                Key.named(Key.named(Key.ordered("type", "number", "exclusiveMinimum", 0, "maximum", 8784))),
                "years of several regimes, by name: hours per year that are like the replay of each case");

        private static final Key<String> BASE = Key.word(
                "base",
                AnnualBase.FX_WEEK.text(),
                Stream.of(AnnualBase.values()).map(AnnualBase::text).toList(),
                "fx-week: 52 x 120 h; calendar: 365 x 24 h; whole-seconds: the share of a day cut to whole seconds, x 365");
        private static final Key<String> REGIME = Key.text("regime", "kind of hours that the recording represents");
        private static final Key<Double> HOURS = Key.converted(
                "hours-per-year",
                null,
                Key.ordered("type", "number", "exclusiveMinimum", 0, "maximum", 8784),
                Annualisation.SO_MANY_HOURS,
                Annualisation::hours,
                "number of such hours in a year");
        static final Key<YamlSection> KEY = Key.part(
                "annualise",
                Key.mapping(List.of(BASE, REGIME, HOURS, LATER_THAN, YEARS)),
                "conversion of shares to times per year");

        /** Keys by the name of the corresponding option of {@code t2q run}. */
        static final Map<String, String> OPTIONS =
                Map.of("year-base", BASE.name(), "regime", REGIME.name(), "hours-per-year", HOURS.name());

        /** Options in which the cases of a year can differ: input, warm-up and drain. */
        private static final Set<String> INPUT_OPTIONS =
                Set.of("recording", "window", "speed", "warm-up", "warm-up-limit", "warm-up-tolerance", "drain");

        private final YamlSection section;
        private final List<TestCase> cases;

        private AnnualiseReader(YamlSection section, List<TestCase> cases) {
            this.section = section;
            this.cases = cases;
        }

        /** Reads the annualisation of a matrix with these cases. */
        static Annualisation read(YamlSection top, List<TestCase> cases) {
            @Nullable YamlSection section = KEY.find(top);
            if (section == null) {
                return Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", null);
            }
            AnnualBase base = AnnualBase.named(BASE.read(section)).orElseThrow();
            AnnualiseReader reader = new AnnualiseReader(section, cases);
            Annualisation annualisation = new Annualisation(
                    base, REGIME.read(section), HOURS.find(section), reader.laterThanNs(), reader.years());
            section.reportUnknownKeys();
            return annualisation;
        }

        /** Returns {@code later-than} in nanoseconds. Reports {@code later-than} or {@code years} if the other is missing. */
        private List<Long> laterThanNs() {
            List<String> said = LATER_THAN.read(section);
            List<Long> values = new ArrayList<>();
            for (String text : said) {
                @Nullable Long ns = positive(text);
                if (ns == null) {
                    section.problemAt(LATER_THAN.name(), Key.A_DURATION + ", or a list of them");
                } else {
                    values.add(ns);
                }
            }
            if (section.has(YEARS.name()) && said.isEmpty()) {
                section.problemAt(YEARS.name(), LATER_THAN.name() + " with it");
            } else if (section.has(LATER_THAN.name()) && !section.has(YEARS.name())) {
                section.problemAt(LATER_THAN.name(), YEARS.name() + " with it (percentiles do not need it)");
            }
            return values.stream().distinct().toList();
        }

        private static @Nullable Long positive(String text) {
            try {
                return Key.positiveNs(text);
            } catch (IllegalArgumentException | ProblemException none) {
                return null;
            }
        }

        /** Returns the valid years. */
        private List<PlannedYear> years() {
            List<PlannedYear> years = new ArrayList<>();
            @Nullable YamlSection found = YEARS.find(section);
            Names.sections(found).forEach((name, year) -> {
                Map<String, Double> hours = hoursByCase(year);
                if (hours.values().stream().mapToDouble(Double::doubleValue).sum() > AnnualHours.MAX_HOURS) {
                    Objects.requireNonNull(found).problemAt(name, "at most 8784 h in total");
                } else if (hours.isEmpty() && year.keys().isEmpty()) {
                    Objects.requireNonNull(found).problemAt(name, "at least one case, as in CASE: 12");
                } else if (!hours.isEmpty()) {
                    years.add(new PlannedYear(name, hours));
                }
            });
            return years;
        }

        private Map<String, Double> hoursByCase(YamlSection year) {
            Map<String, Double> hours = new LinkedHashMap<>();
            @Nullable TestCase first = null;
            for (String name : year.allKeys()) {
                @Nullable Double value = year.value(name, Annualisation.SO_MANY_HOURS, Annualisation::hours);
                Optional<TestCase> regime =
                        cases.stream().filter(one -> one.name().equals(name)).findFirst();
                if (regime.isEmpty()) {
                    year.problemWithKey(
                            name,
                            "a case: "
                                    + AllowedWords.oneOf(
                                            cases.stream().map(TestCase::name).toList(), "cases", "t2q matrix show"));
                    continue;
                }
                first = first == null ? regime.get() : first;
                if (!alike(first, regime.get())) {
                    year.problemWithKey(
                            name, "a case that differs from " + first.name() + " only in the input of its runs");
                } else if (value != null) {
                    hours.put(name, value);
                }
            }
            return hours;
        }

        private static boolean alike(TestCase one, TestCase other) {
            return one.jvm().equals(other.jvm())
                    && one.jvmArgs().equals(other.jvmArgs())
                    && one.host().equals(other.host())
                    && one.threads().equals(other.threads())
                    && withoutInput(one).equals(withoutInput(other));
        }

        private static Map<String, String> withoutInput(TestCase one) {
            Map<String, String> said = new LinkedHashMap<>(one.run().givenOptions());
            said.keySet().removeAll(INPUT_OPTIONS);
            return said;
        }
    }
}
