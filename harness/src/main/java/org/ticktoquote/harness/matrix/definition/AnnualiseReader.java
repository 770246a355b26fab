package org.ticktoquote.harness.matrix.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.PlannedYear;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlSection;

/**
 * Reads {@code annualise}: the conversion of shares of late quotes to time per year, and years of several regimes with
 * one case each.
 */
final class AnnualiseReader {
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
