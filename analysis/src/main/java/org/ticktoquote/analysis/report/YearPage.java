package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.matrix.AnnualText;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.matrix.TimePerYear;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CaseOutliers.YearBeyond;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/**
 * How late a system is in a year, in the words of its template.
 *
 * @param subtitle which hours of a year it speaks of
 * @param question with the value in it that late means here
 * @param answers one for each case
 * @param plot the same as a picture
 * @param others the same beyond other values; without rows where one case has none
 * @param causes why, case by case
 * @param why what the bars of the causes are of
 * @param journeys what a tick takes usually and seldom
 * @param choice what to make of that
 * @param basis what all of it rests on
 */
record YearPage(
        String subtitle,
        String question,
        List<String> answers,
        YearPlot plot,
        Table others,
        CausePlot causes,
        String why,
        Table journeys,
        String choice,
        List<String> basis) {
    private static final int MOST_VALUES = 5;

    static YearPage of(Outliers outliers, LaterThan laterThan) {
        List<CaseOutliers> counted =
                outliers.cases().stream().filter(YearPage::counts).toList();
        Optional<Long> value = value(counted, laterThan);
        List<Journey> journeys = counted.stream()
                .map(one -> Journey.of(one.testCase(), runs(outliers, one)))
                .toList();
        return new YearPage(
                hours(outliers.annual()) + " of a year, if they were as what was measured",
                value.map(ns -> "How often and for how long is a quote later than " + Figures.duration(ns) + "?")
                        .orElse("How often and for how long is a quote late?"),
                outliers.cases().stream().map(one -> answer(one, value)).toList(),
                YearPlot.of(counted, value),
                others(counted),
                CausePlot.of(counted),
                why(laterThan),
                Journey.table(journeys),
                Journey.choice(journeys),
                basis(outliers, counted));
    }

    private static boolean counts(CaseOutliers one) {
        return !one.runs().isEmpty() && !one.mostlyHarness();
    }

    /** {@code 69 %}. */
    private static String harness(CaseOutliers one) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * one.harnessShare());
    }

    /** Why there is no page: of every case that has runs too much is the harness's; empty where there is one. */
    static String refusal(Outliers outliers) {
        List<CaseOutliers> measured =
                outliers.cases().stream().filter(one -> !one.runs().isEmpty()).toList();
        boolean none = !measured.isEmpty() && measured.stream().noneMatch(YearPage::counts);
        return none
                ? measured.stream()
                        .map(one -> "case " + one.testCase() + ": " + harness(one)
                                + " of the time beyond p99 is the harness's own")
                        .collect(Collectors.joining("; "))
                : "";
    }

    /** The time asked for; else the latest value that enough was seen beyond in some case. */
    private static Optional<Long> value(List<CaseOutliers> cases, LaterThan laterThan) {
        if (laterThan.timeNs() > 0) {
            return Optional.of(laterThan.timeNs());
        }
        List<YearBeyond> all =
                cases.stream().flatMap(one -> one.years().stream()).toList();
        return all.stream()
                .filter(YearBeyond::supported)
                .map(YearBeyond::laterThanNs)
                .max(Comparator.naturalOrder())
                .or(() -> all.stream().map(YearBeyond::laterThanNs).min(Comparator.naturalOrder()));
    }

    /** What a case says of a value; none where it is below what is usual there, or nothing was seen long before. */
    static Optional<YearBeyond> beyond(CaseOutliers one, long valueNs) {
        return one.years().stream()
                .filter(year -> year.laterThanNs() == valueNs)
                .findFirst();
    }

    private static List<RunOutliers> runs(Outliers outliers, CaseOutliers one) {
        return outliers.runs().stream()
                .filter(run ->
                        run.testCase().equals(one.testCase()) && one.runs().contains(run.run()))
                .toList();
    }

    private static String answer(CaseOutliers one, Optional<Long> value) {
        String name = name(one.testCase());
        if (one.runs().isEmpty()) {
            return name + ": nothing can be said, no run of it counts.";
        }
        if (one.mostlyHarness()) {
            return name + ": nothing can be said, " + harness(one)
                    + " of the time beyond p99 is the harness's own (at most 20 %).";
        }
        return value.map(ns -> name + ": " + said(one, ns) + ".").orElse(name + ": nothing was late.");
    }

    static String name(String testCase) {
        return testCase.equals("single") ? "This system" : testCase;
    }

    private static String said(CaseOutliers one, long valueNs) {
        Optional<YearBeyond> found = beyond(one, valueNs);
        if (found.isEmpty()) {
            return mostly(one, valueNs) ? "more often than not" : nothing(one);
        }
        YearBeyond year = found.get();
        TimePerYear time = year.perYear();
        if (year.episodes() == 0) {
            return nothing(one);
        }
        String seen = "seen " + times(year.episodes()) + " in " + measured(one);
        return year.supported()
                ? "for " + AnnualText.ofNullable(time.quotesSeconds()) + TimePerYearText.interval(time) + ", " + seen
                : seen + ", which is too seldom for a figure: " + TimePerYearText.atMost(time);
    }

    static boolean mostly(CaseOutliers one, long valueNs) {
        return one.years().isEmpty() || one.years().get(0).laterThanNs() > valueNs;
    }

    private static String nothing(CaseOutliers one) {
        return "not seen in " + measured(one);
    }

    private static String times(long count) {
        return count == 1 ? "once" : String.format(Locale.ROOT, "%,d times", count);
    }

    private static String measured(CaseOutliers one) {
        return AnnualText.of(one.hours() * 3600);
    }

    private static Table others(List<CaseOutliers> cases) {
        List<Long> seen = cases.stream()
                .flatMap(one -> one.years().stream())
                .filter(year -> year.episodes() > 0)
                .map(YearBeyond::laterThanNs)
                .distinct()
                .sorted()
                .toList();
        List<Long> values = seen.subList(Math.max(0, seen.size() - MOST_VALUES), seen.size());
        return Columns.<CaseOutliers>of("later than", one -> name(one.testCase()))
                .addEach(
                        values,
                        value -> Table.Column.of(Figures.duration(value), ""),
                        (one, value) -> beyond(one, value)
                                .map(YearPage::cell)
                                .orElse(Cell.number(mostly(one, value) ? "mostly" : "not seen")))
                .table(
                        "year-others",
                        "In a year, by how late",
                        "Below each figure: its 95 % interval.",
                        values.isEmpty() ? List.of() : cases);
    }

    private static Cell cell(YearBeyond year) {
        if (year.episodes() == 0) {
            return Cell.number("not seen");
        }
        return year.supported()
                ? Cell.number(AnnualText.ofNullable(year.perYear().quotesSeconds()))
                        .withNote(TimePerYearText.quotesInterval(year.perYear()))
                : Cell.number("at most " + AnnualText.of(year.perYear().timeAtMostSeconds()))
                        .withNote("while none lasts longer than "
                                + Figures.duration(year.perYear().longestNs()));
    }

    private static String why(LaterThan laterThan) {
        return (laterThan.timeNs() > 0
                        ? "Of quotes later than " + Figures.duration(laterThan.timeNs())
                                + ": of the time by which they are among the latest 1 %, how much each cause has."
                        : "Of the latest 1 % of quotes: how much of their time each cause has.")
                + " What no evidence explains stays unexplained.";
    }

    private static String hours(Annualisation annual) {
        String regime = annual.regime();
        return Figures.number(annual.hours()) + " hours" + (regime.isEmpty() ? "" : " (" + regime + ")");
    }

    private static List<String> basis(Outliers outliers, List<CaseOutliers> counted) {
        List<String> lines = new ArrayList<>();
        long runs = counted.stream().mapToLong(one -> one.runs().size()).sum();
        long ticks = counted.stream().mapToLong(CaseOutliers::ticks).sum();
        double hours = counted.stream().mapToDouble(CaseOutliers::hours).sum();
        lines.add(Counted.of(runs, "run") + ", " + AnnualText.of(hours * 3600) + " of market data, "
                + Counted.of(ticks, "tick") + " that called for quotes. A quote is as late as the last client that got"
                + " it. For how long means: of quotes, as if they came evenly over the year.");
        long voids = outliers.runs().stream()
                .filter(run -> run.validity() == Verdict.VOID)
                .count();
        if (voids > 0) {
            lines.add(Counted.of(voids, "run is", "runs are")
                    + " VOID: what they measured was the harness or the host. They count nowhere.");
        }
        long lost = counted.stream().mapToLong(CaseOutliers::lost).sum();
        if (lost > 0) {
            lines.add(Counted.of(lost, "tick was", "ticks were")
                    + " never answered at some client. They count as later than anything.");
        }
        long harness = counted.stream()
                .flatMap(one -> one.causes().stream())
                .filter(cause -> cause.cause().equals(Cause.HARNESS.key()))
                .mapToLong(CauseFigures::ticks)
                .sum();
        if (harness > 0) {
            lines.add(
                    Counted.of(harness, "late tick was", "late ticks were")
                            + " late most of all for the harness itself: by the measuring, not by the system. "
                            + (counted.stream()
                                            .flatMap(one -> one.years().stream())
                                            .allMatch(YearBeyond::withoutHarness)
                                    ? "Its part of every quote is left out of every figure of a year."
                                    : "Its part of a quote is left out where late quotes were looked at, not beyond lower values."));
        }
        List<String> mixed = counted.stream()
                .filter(one -> !one.differences().isEmpty())
                .map(CaseOutliers::testCase)
                .toList();
        if (!mixed.isEmpty()) {
            lines.add("The runs of " + String.join(", ", mixed)
                    + " are not of one system, or were not made alike. Their figures are of all of them together.");
        }
        lines.add("Nothing is claimed about causes that did not occur while it was measured"
                + (anyNull(counted) ? ", and no figure stands where too little was seen." : "."));
        return lines;
    }

    private static boolean anyNull(List<CaseOutliers> cases) {
        return cases.stream().flatMap(one -> one.years().stream()).anyMatch(year -> !year.supported());
    }

    /** Names of the cases, for the title. */
    String title() {
        return "How often and for how long will this system be late in a year, and why?";
    }
}
