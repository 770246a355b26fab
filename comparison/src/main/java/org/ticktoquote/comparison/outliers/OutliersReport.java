package org.ticktoquote.comparison.outliers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualText;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.OutlierSearch;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.report.OutlierTables;
import org.ticktoquote.analysis.report.TimePerYearText;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;

/** Report of outliers for a terminal. */
public final class OutliersReport {
    /** Numbers from here on are shown without decimals. */
    private static final double WHOLE = 100;

    private static final double SECONDS_PER_HOUR = 3600;

    private final Outliers outliers;
    private final int shown;

    private OutliersReport(Outliers outliers, int shown) {
        this.outliers = outliers;
        this.shown = shown;
    }

    /**
     * Returns the lines.
     *
     * @param shown number of worst episodes per run
     */
    public static List<String> lines(Outliers outliers, int shown) {
        OutliersReport report = new OutliersReport(outliers, shown);
        List<Section> sections = new ArrayList<>();
        outliers.cases().forEach(one -> report.testCase(one, sections));
        outliers.runs().forEach(run -> sections.add(report.run(run)));
        return new Report("outliers", "outliers", "", List.of(), new Report.Verdict("", "", "", List.of()), sections)
                .lines();
    }

    private void testCase(CaseOutliers one, List<Section> sections) {
        List<Block> content = new ArrayList<>();
        if (one.runs().isEmpty()) {
            content.add(Block.Text.of("  no run counts: all are VOID or not a result of the matrix"));
            sections.add(Section.plain("", title(one), content.toArray(Block[]::new)));
            return;
        }
        if (!one.differences().isEmpty()) {
            content.add(
                    Block.Text.of("the runs are of different systems or conditions; the figures combine all of them"));
            one.differences().forEach(difference -> content.add(Block.Text.of("  " + difference)));
        }
        content.add(Block.Text.formatted(
                "%s of %s later than %s at the last client, %,d of them lost",
                CountText.of(one.late(), "tick"),
                CountText.of(one.ticks(), "due tick"),
                outliers.laterThan(),
                one.lost()));
        content.add(Block.Tables.of(OutlierTables.causes(one.causes()).brief()));
        sections.add(Section.plain("", title(one), content.toArray(Block[]::new)));
        sections.add(years(one));
    }

    private static String title(CaseOutliers one) {
        return "case " + one.testCase() + ": " + CountText.of(one.runs().size(), "run") + ", " + replayed(one)
                + " replayed";
    }

    private static String year(CauseFigures cause) {
        @Nullable TimePerYear year = cause.perYear();
        return year == null
                ? CountText.of(cause.episodes(), "episode") + ", too few independent episodes for a figure"
                : quotes(year) + " of quotes";
    }

    private static String quotes(TimePerYear year) {
        return AnnualText.ofNullable(year.quotesSeconds()) + TimePerYearText.interval(year);
    }

    /**
     * Formats three significant digits, or whole numbers from 100 on. The bound of a short run can be in the thousands.
     */
    private static String atMost(double episodes) {
        return String.format(Locale.ROOT, episodes < WHOLE ? "%.3g" : "%,.0f", episodes);
    }

    private static String replayed(CaseOutliers one) {
        return AnnualText.of(one.hours() * SECONDS_PER_HOUR);
    }

    private Section years(CaseOutliers one) {
        List<Block> lines = new ArrayList<>();
        for (CaseOutliers.YearBeyond year : one.years()) {
            lines.add(Block.Text.of("  " + sentence(year, one)));
        }
        one.years().stream()
                .filter(year -> year.withoutHarness() && one.harnessShare() > 0)
                .findFirst()
                .ifPresent(year -> lines.add(Block.Text.of(
                        "  (lines from " + DurationText.format(year.laterThanNs()) + " on exclude harness delays)")));
        one.causes().stream()
                .filter(cause -> cause.episodes() > 0)
                .forEach(cause -> lines.add(Block.Text.of(
                        "  later than " + outliers.laterThan() + " and " + cause.cause() + ": " + year(cause))));
        lines.add(Block.Text.of("causes that did not occur in these " + replayed(one) + " are not covered"));
        return Section.plain(
                "",
                "time per year at the last client, if " + hours() + " are like these runs:",
                lines.toArray(Block[]::new));
    }

    private String hours() {
        String regime = outliers.annual().regime();
        return String.format(Locale.ROOT, "%,.4g h", outliers.annual().hoursPerYear())
                + (regime.isEmpty() ? "" : " (" + regime + ")");
    }

    private static String sentence(CaseOutliers.YearBeyond year, CaseOutliers one) {
        String beyond = "later than " + DurationText.format(year.laterThanNs()) + ": ";
        TimePerYear time = year.perYear();
        if (!year.supported()) {
            return beyond
                    + (year.episodes() == 0
                            ? "no episode in " + replayed(one)
                            : CountText.of(year.episodes(), "episode") + ", too few independent episodes for a figure")
                    + ": fewer than " + atMost(year.atMostAnHour()) + " episodes an hour (95 %), so at most "
                    + AnnualText.of(time.timeAtMostSeconds()) + " of time if none lasts longer than "
                    + DurationText.format(time.longestNs());
        }
        return beyond + quotes(time) + " of quotes, " + TimePerYearText.time(time) + " of time; "
                + CountText.of(year.episodes(), "episode");
    }

    private Section run(RunOutliers run) {
        List<Block> lines = new ArrayList<>();
        lines.add(Block.Text.of((outliers.cases().size() > 1 ? "case " + run.testCase() + ", " : "") + "run "
                + run.run() + ": " + run.validity() + (run.validity() == Verdict.VOID ? ", diagnostic only" : "")));
        run.sources().forEach(source -> lines.add(Block.Text.of("  " + source.sentence())));
        if (run.laterThanNs() == null && run.lost() > 0) {
            lines.add(
                    Block.Text.of(
                            "  " + outliers.laterThan()
                                    + " falls among the lost ticks, so no other tick can be classified as late; set --later-than TIME"));
        }
        List<OutlierEpisode> worst =
                run.worst().subList(0, Math.min(shown, run.worst().size()));
        for (int i = 0; i < worst.size(); i++) {
            episode(i + 1, worst.get(i), lines);
        }
        return Section.untitled("", lines.toArray(Block[]::new));
    }

    private static void episode(int number, OutlierEpisode episode, List<Block> lines) {
        lines.add(Block.Text.formatted(
                "  %d. at %s for %s: %s, %s, %s, worst %s; %s",
                number,
                OutlierSearch.seconds(episode.fromNs()),
                DurationText.format(Math.max(0, episode.toNs() - episode.fromNs())),
                episode.count(),
                CountText.of(episode.sessions(), "session"),
                CountText.of(episode.pairs(), "pair"),
                episode.worst(),
                episode.shares()));
        Stream.concat(episode.evidence().stream(), episode.profile().stream())
                .forEach(line -> lines.add(Block.Text.of("       " + line)));
    }
}
