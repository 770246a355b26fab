package org.ticktoquote.analysis.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.annual.AnnualText;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.YearlyTime;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.report.Figures;

/** Time per year in a sentence that names all it stands on, and claims no more than was seen. */
public final class TimePerYearText {
    private static final double SECONDS_PER_HOUR = 3600;
    /** Once a week, and once in six hours of trading. */
    private static final int[] CLAIMS = {52, 1_000};

    /** Shorter replays say nothing of a year. */
    private static final double MIN_HOURS = 0.5;

    private TimePerYearText() {}

    /** Whether so much was replayed that a table or a page that is about latency may speak of a year. */
    public static boolean longEnough(LateShare share) {
        return share.hours() >= MIN_HOURS;
    }

    /** Of the runs of a case: of a year of the regime's hours where somebody says how many there are, else of the base. */
    public static String of(AnnualFigure figure) {
        @Nullable Double hours = figure.hoursPerYear();
        @Nullable TimePerYear year = figure.perRegimeYear();
        return hours == null || year == null
                ? of(figure.share(), figure.regime(), baseYear(figure.base()), figure.perYear())
                : of(figure.share(), figure.regime(), "the " + suchHours(hours), year);
    }

    /** Where too little was seen for a figure: the time of episodes of a stated length. */
    public static String atMost(TimePerYear time) {
        return "at most " + AnnualText.of(time.timeAtMostSeconds()) + " of time (95 %) if no episode lasts longer than "
                + Figures.duration(time.longestNs());
    }

    /** {@code  (95 %: 21.6 s to 1 min)}, or that one run has none. */
    public static String interval(TimePerYear time) {
        return time.quotesLowSeconds() == null ? " (one run: no interval)" : " (95 %: " + quotesInterval(time) + ")";
    }

    /** Of one run: the same where something was seen, else what a claim takes. */
    static String ofRun(LateShare share, Annualisation annual) {
        return share.episodes() == 0 ? nothing(share, annual) : of(AnnualFigure.of(annual, share));
    }

    private static String suchHours(double hours) {
        return Figures.number(hours) + " such hours of a year";
    }

    private static String baseYear(AnnualBase base) {
        return "the year (base " + base.text() + ")";
    }

    private static String of(LateShare share, String regime, String yearWords, TimePerYear year) {
        String seen = seen(share, regime) + CountText.of(share.episodes(), "episode") + " above "
                + Figures.duration(share.valueNs());
        String claim = share.supported()
                ? AnnualText.ofNullable(year.quotesSeconds()) + interval(year) + " of quotes, " + time(year)
                        + " of time (as far as ticks show it)"
                : atMost(year);
        return seen
                + (share.supported() ? "" : ": fewer than " + hours(share.fewerAnHour()) + " an hour (95 %)")
                + ". If " + yearWords + " looked like this replay: " + claim
                + ". Causes that did not occur in " + hours(share.hours()) + " h are not covered.";
    }

    private static String nothing(LateShare share, Annualisation annual) {
        @Nullable Double hours = annual.hoursPerYear();
        double year = hours == null ? annual.base().yearSeconds() / SECONDS_PER_HOUR : hours;
        StringBuilder text = new StringBuilder(seen(share, annual.regime()))
                .append("no episode above ")
                .append(Figures.duration(share.valueNs()))
                .append(": fewer than ")
                .append(hours(share.fewerAnHour()))
                .append(" episodes an hour (95 %).");
        String before = " To claim fewer than ";
        for (int claim : CLAIMS) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s%,d a year takes %s h",
                    before,
                    claim,
                    hours(YearlyTime.hoursForClaim(claim, year))));
            before = ", fewer than ";
        }
        return text.append(" in which there is none (")
                .append(hours == null ? "base " + annual.base().text() : suchHours(hours))
                .append(").")
                .toString();
    }

    private static String seen(LateShare share, String regime) {
        return "in " + CountText.of(share.runs(), "run") + " (" + hours(share.hours()) + " h of this "
                + (regime.isEmpty() ? "replay" : regime) + ") ";
    }

    /** Two significant digits, and all of them from 100 on. */
    public static String hours(double hours) {
        return Figures.number(
                hours >= 100 ? Math.rint(hours) : Double.parseDouble(String.format(Locale.ROOT, "%.2g", hours)));
    }

    /** {@code 21.6 s to 1 min}; "one run" where there is none. */
    public static String quotesInterval(TimePerYear year) {
        return year.quotesLowSeconds() == null || year.quotesHighSeconds() == null
                ? "one run: no interval"
                : AnnualText.of(year.quotesLowSeconds()) + " to " + AnnualText.of(year.quotesHighSeconds());
    }

    /** Of time: {@code 2 min to 48 min}. */
    public static String time(TimePerYear year) {
        return AnnualText.of(year.timeLowSeconds()) + " to " + AnnualText.of(year.timeHighSeconds());
    }
}
