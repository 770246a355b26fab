package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualText;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CaseOutliers.YearBeyond;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.report.TimePerYearText;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.Forest;
import org.ticktoquote.report.plot.Svg;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/**
 * Page on how often and for how long a system is late in a year, and why, for readers unfamiliar with percentiles.
 *
 * <p>The same outliers yield the same page.
 */
public final class YearReport {
    private static final int MAX_VALUES = 5;
    private static final int LEFT = 190;
    private static final int RIGHT = 700;
    private static final int BARS_WIDTH = 960;
    private static final int BARS_ROW = 26;
    private static final int BARS_RIGHT = 950;
    private static final int MIN_LABELLED = 46;
    private static final int MAX_LETTERS = 24;
    private static final int MIN_APART = 70;
    private static final double MIN_SECONDS = 0.1;
    private static final double ROOM = 1.3;
    /** Steps of the time axis in seconds: familiar units from 0.1 s to a year. */
    private static final double[] PLACES = {0.1, 1, 10, 60, 600, 3_600, 36_000, 86_400, 864_000, 8_640_000, 31_536_000};

    private YearReport() {}

    /**
     * Returns the page.
     *
     * @param laterThan threshold of the outliers; the page uses it if it is a time
     * @throws org.ticktoquote.core.command.ProblemException if no run counts, or the harness caused more than 20 % of the
     *     late time of every case
     */
    public static String html(Outliers outliers, LaterThan laterThan) {
        if (outliers.cases().stream().allMatch(one -> one.runs().isEmpty())) {
            throw Problem.of("--html")
                    .fault("no run counts")
                    .expected("a run that is not VOID")
                    .exception(ExitStatus.VOID);
        }
        String refusal = refusal(outliers);
        if (!refusal.isEmpty()) {
            throw Problem.of("--html")
                    .fault(refusal)
                    .expected("at most 20 %; repeat the runs on a quieter host")
                    .exception(ExitStatus.VOID);
        }
        List<CaseOutliers> counted =
                outliers.cases().stream().filter(YearReport::counts).toList();
        Optional<Long> value = value(counted, laterThan);
        List<LatencyProfile> profiles = counted.stream()
                .map(one -> LatencyProfile.of(one.testCase(), runs(outliers, one)))
                .toList();
        List<Block> late = new ArrayList<>(List.of(new Block.Items(
                outliers.cases().stream().map(one -> answer(one, value)).toList())));
        plot(counted, value).ifPresent(plot -> late.add(Block.Pictures.of("year-plot", plot)));
        late.add(Block.Tables.of(others(counted)));
        return new Report(
                        "Late in a year",
                        "year",
                        "How often and for how long will this system be late in a year, and why?",
                        List.of(hours(outliers.annual()) + " per year, assumed to be like the measured runs"),
                        new Report.Verdict("", "", "", List.of()),
                        List.of(
                                new Section("answers", question(value), "", Section.Form.PLAIN, late),
                                Section.plain(
                                        "",
                                        "Why?",
                                        Block.Pictures.of("cause-plot", causes(counted)),
                                        new Block.Text(
                                                "note",
                                                "The latest 1 % of quotes: share of each cause in their time beyond"
                                                        + " p99. Time without evidence is unexplained.")),
                                Section.plain(
                                        "",
                                        "Fast, or predictable?",
                                        Block.Text.of(
                                                "A commute of 24 minutes every day is better than one of 20 minutes that"
                                                        + " takes six hours three times a year."),
                                        Block.Tables.of(LatencyProfile.table(profiles)),
                                        Block.Text.of(LatencyProfile.choice(profiles))),
                                Section.plain(
                                        "basis", "Basis of these figures", new Block.Items(basis(outliers, counted)))))
                .html();
    }

    private static String question(Optional<Long> value) {
        return value.map(ns -> "How often and for how long is a quote later than " + Figures.duration(ns) + "?")
                .orElse("How often and for how long is a quote late?");
    }

    /** Draws the time per year of each case beyond a value; empty if nothing was seen beyond it. */
    private static Optional<Picture> plot(List<CaseOutliers> cases, Optional<Long> value) {
        List<TimePerYear> seen = value.stream()
                .flatMap(ns -> cases.stream().flatMap(one -> beyond(one, ns).stream()))
                .filter(year -> year.episodes() > 0)
                .map(YearBeyond::perYear)
                .toList();
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        double low = seen.stream()
                .flatMapToDouble(time -> DoubleStream.of(low(time), high(time) / 10))
                .filter(seconds -> seconds > 0)
                .min()
                .orElse(MIN_SECONDS);
        double high = seen.stream().mapToDouble(YearReport::high).max().orElse(1);
        double least = Math.max(MIN_SECONDS, low / ROOM);
        String svg = new Forest(
                        "Time per year of each case with its interval; the sentences above have the figures",
                        LEFT,
                        RIGHT,
                        least,
                        Math.max(high * ROOM, least * 10),
                        DoubleStream.of(PLACES).boxed().toList(),
                        AnnualText::of,
                        cases.stream().map(one -> row(one, value.orElseThrow())).toList())
                .svg(MIN_APART);
        return Optional.of(Picture.of(
                svg,
                "Time per year. Dot: as measured. Line: 95 % interval, from the episodes and the differences between runs."
                        + " Line without a dot: too few episodes for a figure; it ends at the upper bound."));
    }

    private static Forest.Row row(CaseOutliers one, long valueNs) {
        Optional<YearBeyond> found = beyond(one, valueNs).filter(year -> year.episodes() > 0);
        String name = name(one.testCase());
        if (found.isEmpty()) {
            String text = mostly(one, valueNs) ? "more often than not" : "not seen";
            return new Forest.Row("", name, null, null, null, null, text);
        }
        TimePerYear time = found.get().perYear();
        return found.get().supported()
                ? new Forest.Row(
                        "",
                        name,
                        low(time),
                        time.quotesSeconds(),
                        high(time),
                        null,
                        AnnualText.ofNullable(time.quotesSeconds()))
                : new Forest.Row(
                        "", name, null, null, high(time), null, "at most " + AnnualText.of(time.timeAtMostSeconds()));
    }

    /** Returns the lower end of the interval; without an interval, the figure itself. */
    private static double low(TimePerYear time) {
        return first(time.quotesLowSeconds(), time.quotesSeconds(), 0);
    }

    /** Returns the upper end of the interval; without an interval, the figure itself or its upper bound. */
    private static double high(TimePerYear time) {
        return first(time.quotesHighSeconds(), time.quotesSeconds(), time.timeAtMostSeconds());
    }

    private static double first(@Nullable Double end, @Nullable Double figure, double other) {
        return end != null ? end : figure != null ? figure : other;
    }

    private static boolean counts(CaseOutliers one) {
        return !one.runs().isEmpty() && !one.mostlyHarness();
    }

    /** Formats the harness's share: {@code 69 %}. */
    private static String harness(CaseOutliers one) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * one.harnessShare());
    }

    /** Returns the reason why there is no page: too much harness time in every case; otherwise empty. */
    private static String refusal(Outliers outliers) {
        List<CaseOutliers> measured =
                outliers.cases().stream().filter(one -> !one.runs().isEmpty()).toList();
        boolean none = measured.stream().noneMatch(YearReport::counts);
        return none
                ? measured.stream()
                        .map(one -> "case " + one.testCase() + ": the harness caused " + harness(one)
                                + " of the time beyond p99")
                        .collect(Collectors.joining("; "))
                : "";
    }

    /** Returns the requested time, or the largest value with enough episodes in some case, or the smallest value. */
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

    /** Returns the result of a case for a value; empty if a median reaches it or nothing exceeded a smaller one. */
    private static Optional<YearBeyond> beyond(CaseOutliers one, long valueNs) {
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
            return name + ": no answer, because no run counts.";
        }
        if (one.mostlyHarness()) {
            return name + ": no answer, because the harness caused " + harness(one)
                    + " of the time beyond p99 (at most 20 %).";
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
                : seen + ", too rarely for a figure: " + TimePerYearText.atMost(time);
    }

    private static boolean mostly(CaseOutliers one, long valueNs) {
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
        List<Long> values = seen.subList(Math.max(0, seen.size() - MAX_VALUES), seen.size());
        return Columns.<CaseOutliers>of("later than", one -> name(one.testCase()))
                .addEach(
                        values,
                        value -> Table.Column.of(Figures.duration(value), ""),
                        (one, value) -> beyond(one, value)
                                .map(YearReport::cell)
                                .orElse(Cell.number(mostly(one, value) ? "mostly" : "not seen")))
                .table(
                        "year-others",
                        "Time per year by latency",
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
                        .withNote("if none lasts longer than "
                                + Figures.duration(year.perYear().longestNs()));
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
        lines.add(CountText.of(runs, "run") + ", " + AnnualText.of(hours * 3600) + " of market data, "
                + CountText.of(ticks, "tick")
                + " that called for quotes. A quote counts with its latency at the last client."
                + " Times per year are shares of quotes, as if quotes were spread evenly over the year.");
        long voids = outliers.runs().stream()
                .filter(run -> run.validity() == Verdict.VOID)
                .count();
        if (voids > 0) {
            lines.add(CountText.of(voids, "run is", "runs are")
                    + " VOID (disturbed by the harness or the host) and excluded.");
        }
        long lost = counted.stream().mapToLong(CaseOutliers::lost).sum();
        if (lost > 0) {
            lines.add(CountText.of(lost, "tick was", "ticks were")
                    + " never answered at one client or more. They rank above all others.");
        }
        long harness = counted.stream()
                .flatMap(one -> one.causes().stream())
                .filter(cause -> cause.cause().equals(Cause.HARNESS.key()))
                .mapToLong(CauseFigures::ticks)
                .sum();
        if (harness > 0) {
            lines.add(
                    CountText.of(harness, "late tick was", "late ticks were")
                            + " caused mainly by the harness, not by the system. "
                            + (counted.stream()
                                            .flatMap(one -> one.years().stream())
                                            .allMatch(YearBeyond::withoutHarness)
                                    ? "Harness delays are excluded from all times per year."
                                    : "Harness delays are excluded where late quotes were analysed, but not for lower thresholds."));
        }
        List<String> mixed = counted.stream()
                .filter(one -> !one.differences().isEmpty())
                .map(CaseOutliers::testCase)
                .toList();
        if (!mixed.isEmpty()) {
            lines.add("The runs of " + String.join(", ", mixed)
                    + " are of different systems or conditions. Their figures combine all of them.");
        }
        lines.add("Causes that did not occur during the measurement are not covered"
                + (anyNull(counted) ? ", and there is no figure if episodes are too few." : "."));
        return lines;
    }

    private static boolean anyNull(List<CaseOutliers> cases) {
        return cases.stream().flatMap(one -> one.years().stream()).anyMatch(year -> !year.supported());
    }

    /** Draws the causes of the time beyond p99, one stacked bar per case. */
    private static Picture causes(List<CaseOutliers> cases) {
        List<Block.Key> keys = cases.stream()
                .flatMap(one -> one.causes().stream())
                .filter(cause -> share(cause) > 0)
                .map(cause -> new Block.Key("cause-" + cause.cause(), cause.label()))
                .distinct()
                .toList();
        String words = keys.stream().map(Block.Key::label).collect(Collectors.joining(", "));
        Svg svg =
                Svg.of(BARS_WIDTH, cases.size() * BARS_ROW, "Bars of the causes of the latest 1 % of quotes: " + words);
        int y = 0;
        for (CaseOutliers one : cases) {
            svg.label(LEFT - 10, y + 13, "end", Axes.shortened(name(one.testCase()), MAX_LETTERS));
            bar(svg, one, y);
            y += BARS_ROW;
        }
        return Picture.of(svg.end(), "").with(keys);
    }

    private static void bar(Svg svg, CaseOutliers one, int y) {
        double x = LEFT;
        for (CauseFigures cause : one.causes()) {
            double width = share(cause) * (BARS_RIGHT - LEFT);
            if (width > 0) {
                svg.rect("cause-" + cause.cause(), x, y + 3.0, width, BARS_ROW - 6, cause.label());
            }
            if (width >= MIN_LABELLED) {
                String text = String.format(Locale.ROOT, "%.0f %%", 100 * share(cause));
                svg.text(x + width / 2, y + 17, "middle", text, "class", "in");
            }
            x += width;
        }
        if (x == LEFT) {
            svg.label(LEFT, y + 13, "start", one.lost() > 0 ? "too many lost quotes" : "nothing was late");
        }
    }

    private static double share(CauseFigures cause) {
        @Nullable Double share = cause.beyondP99();
        return share == null ? 0 : share;
    }
}
