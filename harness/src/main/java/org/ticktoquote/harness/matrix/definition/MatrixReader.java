package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AnnualBase;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.JvmInquiry;
import org.ticktoquote.host.jvm.JvmProfile;

/** Reads a matrix; every problem of the file is reported at once. */
public final class MatrixReader {
    private static final int MOST_REPEATS = 1000;
    private static final int MOST_RETRIES = 100;
    private static final int MOST_CASES = 1000;

    static final Key<String> NAME = Key.text("name", "for directories and reports (default: the name of the file)");
    static final Key<String> DESCRIPTION = Key.text("description", "for people");
    static final Key<Long> REPEATS = Key.whole(
            "repeats",
            3,
            1,
            MOST_REPEATS,
            "how often each case runs; an odd number, so that the median is a run; fewer than 3 claim no difference");
    static final Key<Long> SEED =
            Key.whole("seed", 1, 0, Long.MAX_VALUE, "of the order of runs, which are interleaved across cases");
    static final Key<Long> RETRIES = Key.whole(
            "retries", 2, 0, MOST_RETRIES, "how often a run that is VOID may be repeated; a FAILED one never is");
    static final Key<String> BASELINE =
            Key.text("baseline", "the case that others are compared with (default: the first)");

    static final Key<String> BASE = Key.word(
            "base",
            AnnualBase.FX_WEEK.text(),
            Stream.of(AnnualBase.values()).map(AnnualBase::text).toList(),
            "fx-week: 52 x 120 h; calendar: 365 x 24 h; whole-seconds: the share of a day cut to whole seconds, x 365");
    static final Key<String> REGIME = Key.text("regime", "the kind of hours that the recording represents");
    static final Key<Double> HOURS = Key.converted(
            "hours-per-year",
            null,
            Key.ordered("type", "number", "exclusiveMinimum", 0, "maximum", 8784),
            Annualisation.SO_MANY_HOURS,
            Annualisation::hours,
            "how many such hours a year has");
    static final Key<YamlSection> ANNUALISE = Key.part(
            "annualise",
            Key.mapping(List.of(BASE, REGIME, HOURS, YearReader.LATER_THAN, YearReader.YEARS)),
            "how shares become times per year");

    /** Options of one run by name, and their keys. */
    private static final Map<String, String> OF_A_YEAR =
            Map.of("year-base", BASE.name(), "regime", REGIME.name(), "hours-per-year", HOURS.name());

    static final Key<Long> TIME = Key.duration("time", "a stated time");
    static final Key<String> CASE = Key.text("case", "the figure of this case (default: the baseline)");
    static final Key<String> FIGURE =
            Key.word("figure", "max", LimitReader.FIGURES, "which figure of it, median of its runs");
    static final Key<YamlSection> NORMALISE =
            Key.part("normalise", Key.mapping(List.of(TIME, CASE, FIGURE)), "what 100 units are in normalised figures");

    static final Key<YamlSection> JVMS = Key.part("jvms", JvmReader.schema(), "JVM profiles by name");
    static final Key<YamlSection> DEFAULTS =
            Key.part("defaults", Map.of("$ref", MatrixSchema.CASE), "what all cases say that do not say it otherwise");
    static final Key<YamlSection> AXES =
            Key.part("axes", AxisReader.schema(), "values by axis; the cases are their product, named VALUE-VALUE-...");
    static final Key<YamlSection> CASES = Key.part(
            "cases",
            Key.named(Map.of("$ref", MatrixSchema.CASE)),
            "by name: cases written by hand, or what one of the product says otherwise");

    static final List<Key<?>> KEYS = List.of(
            NAME, DESCRIPTION, REPEATS, SEED, RETRIES, BASELINE, ANNUALISE, NORMALISE, JVMS, DEFAULTS, AXES, CASES);

    private final MatrixSource source;
    private final Problems problems = new Problems();
    private final AxisReader axisReader;
    private final OptionJudge judge = new OptionJudge();
    private final BiFunction<JvmProfile, List<String>, Optional<String>> flagsObjection;

    /** Where a matrix says what an option of {@code t2q run} says: a key of a section. */
    public record OptionPlace(String section, String key) {}

    /** Of an option with its dashes; empty where a matrix does not say it by one key. */
    public static Optional<OptionPlace> place(String option) {
        String name = option.substring(2);
        return RunKeys.names().contains(name)
                ? Optional.of(new OptionPlace("run", name))
                : Optional.ofNullable(OF_A_YEAR.get(name)).map(key -> new OptionPlace(ANNUALISE.name(), key));
    }

    private MatrixReader(
            MatrixSource source,
            Supplier<InstalledJvms> jvms,
            BiFunction<JvmProfile, List<String>, Optional<String>> flagsObjection) {
        this.source = source;
        this.flagsObjection = flagsObjection;
        this.axisReader = new AxisReader(jvms, problems);
    }

    /**
     * The matrix.
     *
     * @param jvms of this host, asked only where an axis is made of them
     * @throws Refusal with all problems, one a line
     */
    public static Matrix read(MatrixSource source, Supplier<InstalledJvms> jvms) {
        return new MatrixReader(source, jvms, (profile, flags) -> Optional.empty()).read();
    }

    /**
     * The matrix, where the JVMs of this host take the flags of its cases. Starts each JVM once for each list of flags.
     *
     * @throws Refusal with all problems, one a line
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
                                        .flatMap(jvm -> JvmInquiry.flagsObjection(jvm, flags))))
                .read();
    }

    private Matrix read() {
        YamlSection top = YamlFile.parse(source.name(), source.text(), problems);
        NoDuet.in(top);
        List<JvmProfile> profiles = new ArrayList<>(JvmReader.read(JVMS.find(top)));
        Map<String, Map<String, YamlSection>> axes = axisReader.read(AXES.find(top));
        profiles.addAll(axisReader.profiles());
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
                annualisation(ANNUALISE.find(top), cases),
                normalisation(NORMALISE.find(top), cases, baseline),
                profiles,
                names(axes),
                cases);
        top.end();
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

    private List<TestCase> cases(
            YamlSection top, Map<String, Map<String, YamlSection>> axes, List<JvmProfile> profiles) {
        YamlSection defaults = DEFAULTS.find(top);
        List<YamlSection> general = defaults == null ? List.of() : List.of(defaults);
        CaseReader reader = new CaseReader(profiles, judge, general, !axes.isEmpty(), flagsObjection);
        Map<String, YamlSection> own = Names.sections(CASES.find(top));
        List<TestCase> cases = new ArrayList<>();
        for (Map<String, String> coordinates : product(top, names(axes))) {
            String name = ProductNames.of(coordinates);
            YamlSection override = own.remove(name);
            cases.add(reader.read(
                    name, override == null ? List.of() : List.of(override), fragments(axes, coordinates), coordinates));
        }
        if (cases.size() + own.size() > MOST_CASES) {
            top.problemAt(CASES.name(), "at most " + MOST_CASES + " cases, those of the axes among them");
            return cases;
        }
        own.forEach((name, section) -> cases.add(reader.read(name, List.of(section), List.of(), Map.of())));
        if (cases.isEmpty() && problems.found().isEmpty()) {
            top.problemAt(CASES.name(), "at least one case, or axes whose product they are");
        }
        return cases;
    }

    /** What the values of axes say, the first axis first. */
    private static List<AxisReader.Value> fragments(
            Map<String, Map<String, YamlSection>> axes, Map<String, String> coordinates) {
        List<AxisReader.Value> fragments = new ArrayList<>();
        axes.forEach((axis, values) -> {
            String value = coordinates.getOrDefault(axis, "");
            YamlSection fragment = values.get(value);
            if (fragment != null) {
                fragments.add(new AxisReader.Value(value, fragment));
            }
        });
        return fragments;
    }

    private static Map<String, List<String>> names(Map<String, Map<String, YamlSection>> axes) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        axes.forEach((axis, values) -> names.put(axis, List.copyOf(values.keySet())));
        return names;
    }

    /** The first axis moves slowest. */
    private static List<Map<String, String>> product(YamlSection top, Map<String, List<String>> axes) {
        long count = axes.values().stream().mapToLong(List::size).reduce(1, (a, b) -> Math.min(a * b, MOST_CASES + 1L));
        if (axes.isEmpty() || count > MOST_CASES) {
            if (!axes.isEmpty()) {
                top.problemAt(AXES.name(), "a product of at most " + MOST_CASES + " cases");
            }
            return List.of();
        }
        List<Map<String, String>> product = List.of(Map.of());
        for (Map.Entry<String, List<String>> axis : axes.entrySet()) {
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
        Optional<String> problem = ProductNames.problem(product);
        problem.ifPresent(expected -> top.problemAt(AXES.name(), expected));
        return problem.isPresent() ? List.of() : product;
    }

    private static String caseName(YamlSection section, Key<String> key, List<TestCase> cases, String otherwise) {
        String name = key.read(section);
        List<String> names = cases.stream().map(TestCase::name).toList();
        if (!name.isEmpty() && !names.contains(name)) {
            section.problemAt(key.name(), "a case: one of " + String.join(", ", names));
        }
        return name.isEmpty() ? otherwise : name;
    }

    private static Annualisation annualisation(@Nullable YamlSection section, List<TestCase> cases) {
        if (section == null) {
            return Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", null);
        }
        AnnualBase base = AnnualBase.named(BASE.read(section)).orElseThrow();
        YearReader years = new YearReader(section, cases);
        Annualisation annualisation =
                new Annualisation(base, REGIME.read(section), HOURS.find(section), years.laterThanNs(), years.years());
        section.end();
        return annualisation;
    }

    private static Normalisation normalisation(@Nullable YamlSection section, List<TestCase> cases, String baseline) {
        if (section == null) {
            return new Normalisation(0, baseline, "max");
        }
        Normalisation normalisation =
                new Normalisation(TIME.read(section), caseName(section, CASE, cases, baseline), FIGURE.read(section));
        if (normalisation.timeNs() > 0 && (section.has(CASE.name()) || section.has(FIGURE.name()))) {
            section.problemAt(TIME.name(), "either a time, or case and figure");
        }
        section.end();
        return normalisation;
    }
}
