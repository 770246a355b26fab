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

/** Formats time per year as a sentence with its basis, and with no claim beyond the evidence. */
public final class TimePerYearText {
    private static final double SECONDS_PER_HOUR = 3600;
    /** Episodes per year: one a week, and one per six hours of trading. */
    private static final int[] CLAIMS = {52, 1_000};

    /** Minimum replayed hours for a statement about a year. */
    private static final double MIN_HOURS = 0.5;

    private TimePerYearText() {}

    /** Returns whether enough was replayed for a statement about a year in tables or pages about latency. */
    public static boolean longEnough(LateShare share) {
        return share.hours() >= MIN_HOURS;
    }

    /** Formats the time of a case's runs, over the regime's hours per year if declared, otherwise over the base year. */
    public static String of(AnnualFigure figure) {
        @Nullable Double hours = figure.hoursPerYear();
        @Nullable TimePerYear year = figure.perRegimeYear();
        return hours == null || year == null
                ? of(figure.share(), figure.regime(), baseYear(figure.base()), figure.perYear())
                : of(figure.share(), figure.regime(), "the " + regimeHours(hours), year);
    }

    /** Formats the upper bound used with too little evidence: the time of episodes of an assumed length. */
    public static String atMost(TimePerYear time) {
        return "at most " + AnnualText.of(time.timeAtMostSeconds()) + " of time (95 %) if no episode lasts longer than "
                + Figures.duration(time.longestNs());
    }

    /** Returns {@code (95 %: 21.6 s to 1 min)} after a space, or a note that one run has no interval. */
    public static String interval(TimePerYear time) {
        return time.quotesLowSeconds() == null ? " (one run: no interval)" : " (95 %: " + quotesInterval(time) + ")";
    }

    /** Formats the time of one run; without episodes, the hours of replay that a claim needs. */
    static String ofRun(LateShare share, Annualisation annual) {
        return share.episodes() == 0 ? nothing(share, annual) : of(AnnualFigure.of(annual, share));
    }

    private static String regimeHours(double hours) {
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
                .append(hours == null ? "base " + annual.base().text() : regimeHours(hours))
                .append(").")
                .toString();
    }

    private static String seen(LateShare share, String regime) {
        return "in " + CountText.of(share.runs(), "run") + " (" + hours(share.hours()) + " h of this "
                + (regime.isEmpty() ? "replay" : regime) + ") ";
    }

    /** Formats hours with two significant digits, from 100 on as a whole number. */
    public static String hours(double hours) {
        return Figures.number(
                hours >= 100 ? Math.rint(hours) : Double.parseDouble(String.format(Locale.ROOT, "%.2g", hours)));
    }

    /** Returns {@code 21.6 s to 1 min}; {@code one run: no interval} if there is none. */
    public static String quotesInterval(TimePerYear year) {
        return year.quotesLowSeconds() == null || year.quotesHighSeconds() == null
                ? "one run: no interval"
                : AnnualText.of(year.quotesLowSeconds()) + " to " + AnnualText.of(year.quotesHighSeconds());
    }

    /** Formats the bounds of the time: {@code 2 min to 48 min}. */
    public static String time(TimePerYear year) {
        return AnnualText.of(year.timeLowSeconds()) + " to " + AnnualText.of(year.timeHighSeconds());
    }
}
