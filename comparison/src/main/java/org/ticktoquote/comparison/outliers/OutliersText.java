package org.ticktoquote.comparison.outliers;

import java.util.List;
import java.util.Locale;
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
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.TextLines;

/** Formats outliers for a terminal. */
public final class OutliersText {
    /** Numbers from here on are shown without decimals. */
    private static final double WHOLE = 100;

    private static final double SECONDS_PER_HOUR = 3600;

    private final Outliers outliers;
    private final int shown;
    private final TextLines lines = new TextLines();

    private OutliersText(Outliers outliers, int shown) {
        this.outliers = outliers;
        this.shown = shown;
    }

    /**
     * Returns the lines.
     *
     * @param shown number of worst episodes per run
     */
    public static List<String> of(Outliers outliers, int shown) {
        OutliersText text = new OutliersText(outliers, shown);
        outliers.cases().forEach(text::testCase);
        outliers.runs().forEach(text::run);
        return text.lines.all();
    }

    private void testCase(CaseOutliers one) {
        lines.add("%s", title(one));
        if (one.runs().isEmpty()) {
            lines.add("  no run counts: all are VOID or not a result of the matrix");
            lines.blank();
            return;
        }
        if (!one.differences().isEmpty()) {
            lines.add("the runs are of different systems or conditions; the figures combine all of them");
            one.differences().forEach(difference -> lines.add("  %s", difference));
        }
        lines.add(
                "%s of %s later than %s at the last client, %s of them lost",
                CountText.of(one.late(), "tick"),
                CountText.of(one.ticks(), "due tick"),
                outliers.laterThan(),
                String.format(Locale.ROOT, "%,d", one.lost()));
        Table causes = OutlierTables.causes(one.causes());
        if (!causes.rows().isEmpty()) {
            lines.add(causes);
        }
        lines.blank();
        years(one);
        lines.blank();
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

    private void years(CaseOutliers one) {
        lines.add("%s", "time per year at the last client, if " + hours() + " are like these runs:");
        for (CaseOutliers.YearBeyond year : one.years()) {
            lines.add("  %s", sentence(year, one));
        }
        one.years().stream()
                .filter(year -> year.withoutHarness() && one.harnessShare() > 0)
                .findFirst()
                .ifPresent(year ->
                        lines.add("  (from %s on without harness delays)", DurationText.format(year.laterThanNs())));
        one.causes().stream()
                .filter(cause -> cause.episodes() > 0)
                .forEach(cause ->
                        lines.add("  later than %s and %s: %s", outliers.laterThan(), cause.cause(), year(cause)));
        lines.add("causes that did not occur in these %s are not covered", replayed(one));
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

    private void run(RunOutliers run) {
        lines.add(
                "%s",
                (outliers.cases().size() > 1 ? "case " + run.testCase() + ", " : "") + "run " + run.run() + ": "
                        + run.validity() + (run.validity() == Verdict.VOID ? ", diagnostic only" : ""));
        run.sources().forEach(source -> lines.add("  %s", source.sentence()));
        if (run.laterThanNs() == null && run.lost() > 0) {
            lines.add(
                    "  %s falls among the lost ticks, so no other tick can be classified as late; set --later-than TIME",
                    outliers.laterThan());
        }
        List<OutlierEpisode> worst =
                run.worst().subList(0, Math.min(shown, run.worst().size()));
        for (int i = 0; i < worst.size(); i++) {
            episode(i + 1, worst.get(i));
        }
        lines.blank();
    }

    private void episode(int number, OutlierEpisode episode) {
        lines.add(
                "  %d. at %s for %s: %s, %s, %s, worst %s; %s",
                number,
                OutlierSearch.seconds(episode.fromNs()),
                DurationText.format(Math.max(0, episode.toNs() - episode.fromNs())),
                CountText.of(episode.late(), "tick"),
                CountText.of(episode.sessions(), "session"),
                CountText.of(episode.pairs(), "pair"),
                DurationText.format(episode.worstNs()),
                episode.shares());
        episode.evidence().forEach(line -> lines.add("       %s", line));
        episode.profile().forEach(line -> lines.add("       %s", line));
    }
}
