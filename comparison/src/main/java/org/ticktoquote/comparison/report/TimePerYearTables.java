package org.ticktoquote.comparison.report;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.annual.AnnualText;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.report.TimePerYearText;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.FigureComparison;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.YearOfRegimes;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Cell.Kind;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Tables of times per year: for each case, by the matrix's definition of a year, and for years of several regimes. */
final class TimePerYearTables {
    /** Latency for which times per year are shown. */
    static final String LATENCY = Latency.LAST_CLIENT.field();

    private static final double SECONDS_PER_HOUR = 3600;

    private final MatrixComparison comparison;

    TimePerYearTables(MatrixComparison comparison) {
        this.comparison = comparison;
    }

    /** Time per year beyond a percentile of the last client. */
    private record Yearly(CaseComparison one, ComparedFigure figure, FigureOverRuns runs, AnnualFigure annual) {}

    private static Stream<Yearly> yearly(CaseComparison one) {
        return MatrixTables.FIGURES.stream().flatMap(figure -> {
            @Nullable FigureComparison compared = one.figure(LATENCY, figure);
            return compared == null
                            || compared.annual() == null
                            || !TimePerYearText.longEnough(compared.annual().share())
                    ? Stream.empty()
                    : Stream.of(new Yearly(one, figure, compared.overRuns(), compared.annual()));
        });
    }

    Table annual() {
        Columns<Yearly> columns = Columns.<Yearly>of("case", row -> row.one.name() + " " + row.figure.title())
                .add(
                        "last client",
                        row -> new Cell(
                                ComparisonText.median(row.runs), "", Kind.NUMBER, row.runs.lowNs(), row.runs.highNs()));
        addTimes(columns, "a year", comparison.annual().base().text(), row -> row.annual.perYear());
        @Nullable Double hours = comparison.annual().hoursPerYear();
        if (hours != null) {
            addTimes(
                    columns,
                    "a year of such hours",
                    Figures.number(hours) + " h",
                    row -> Objects.requireNonNull(row.annual.perRegimeYear()));
        }
        String regime = comparison.annual().regime();
        return columns.add(
                        "episodes",
                        "of all runs",
                        row -> Cell.count(row.annual.share().episodes()))
                .table(
                        "annual",
                        "Time per year worse than a percentile's value",
                        "Base " + comparison.annual().base().text() + ": "
                                + comparison.annual().base().meaning() + ". Regime of the recording: "
                                + (regime.isEmpty() ? "not stated" : regime)
                                + ". Figures apply to hours of this regime and do not cover causes that did not occur in"
                                + " the replay. Columns of quotes: share of ticks that were later at their last client,"
                                + " with an interval from the episodes and the differences between runs. Columns of"
                                + " time: share of time in which a tick would have been later, as far as ticks show it."
                                + " The two can differ widely. Unsupported percentiles have no row.",
                        comparison.cases().stream()
                                .flatMap(TimePerYearTables::yearly)
                                .toList());
    }

    /** Returns the years of several regimes; no rows if the matrix plans none. */
    static Table years(List<YearOfRegimes> years) {
        return Columns.<YearOfRegimes>of("year", YearOfRegimes::name)
                .add(
                        "made of",
                        year -> Cell.text(year.regimes().stream()
                                .map(TimePerYearTables::regime)
                                .collect(Collectors.joining(" and "))))
                .add("later than", year -> Cell.number(Figures.duration(year.laterThanNs())))
                .add("hours a year", year -> Cell.number(yearHours(year.hoursPerYear())))
                .add("quotes, a year", TimePerYearTables::quotes)
                .add(
                        "time, a year",
                        year -> year.perYear() == null || !year.supported()
                                ? MatrixTables.ABSENT
                                : Cell.number(TimePerYearText.time(year.perYear())))
                .add("independent", "episodes", year -> Cell.number(Figures.number(Math.floor(year.independent()))))
                .table(
                        "years",
                        "Time per year over regimes",
                        "Sum over the regimes: hours per year times the share of late quotes in the runs of the case, at"
                                + " the last client. The 95 % interval of quotes is from the episodes, weighted by the"
                                + " hours they represent, and the differences between runs. A regime without episodes is"
                                + " assumed to have none longer than the longest of the others. Causes that did not occur"
                                + " in the replays are not covered.",
                        years);
    }

    /** Formats {@code 12 h like payroll (3 runs, 5 h, 19 episodes)}. */
    private static String regime(YearOfRegimes.Regime regime) {
        return yearHours(regime.hoursPerYear()) + " like " + regime.name() + " ("
                + CountText.of(regime.runs(), "run") + ", " + TimePerYearText.hours(regime.hours()) + " h, "
                + CountText.of(regime.episodes(), "episode") + ")";
    }

    /** Formats {@code 6,228 h} or {@code 12 h 30 min}. */
    private static String yearHours(double hours) {
        return AnnualText.of(hours * SECONDS_PER_HOUR);
    }

    private static Cell quotes(YearOfRegimes year) {
        @Nullable TimePerYear time = year.perYear();
        if (time == null) {
            return Cell.text(year.refusal());
        }
        return year.supported()
                ? Cell.number(AnnualText.ofNullable(time.quotesSeconds())).withNote(note(time))
                : Cell.text(TimePerYearText.atMost(time));
    }

    private static String note(TimePerYear time) {
        return (time.quotesLowSeconds() == null ? "" : "95 %: ") + TimePerYearText.quotesInterval(time);
    }

    private static void addTimes(
            Columns<Yearly> columns, String title, String hint, Function<Yearly, TimePerYear> time) {
        columns.add(
                        "quotes, " + title,
                        hint,
                        row -> row.annual.share().supported()
                                ? Cell.number(AnnualText.ofNullable(
                                                time.apply(row).quotesSeconds()))
                                        .withNote(note(time.apply(row)))
                                : Cell.text(TimePerYearText.atMost(time.apply(row))))
                .add("time, " + title, row -> Cell.number(TimePerYearText.time(time.apply(row))));
    }
}
