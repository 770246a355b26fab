package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.core.run.AnnualHours;

final class TimePerYearTextTest {
    private static final TimePerYear YEAR = new TimePerYear(2_920.0, 2_344.0, 3_725.0, 60, 240, 300, 100_000_000);
    private static final LateShare SHARE =
            new LateShare(15_000_000, 5, 5, 1_234, 0.001, 0.0005, 0.002, 0.0001, 0.0004, 900, 300, 100_000_000);

    @Test
    void printsAllItsAssumptions() {
        assertThat(TimePerYearText.of(new AnnualFigure(AnnualBase.CALENDAR, "NFP replay", SHARE, YEAR, null, null)))
                .isEqualTo(
                        "in 5 runs (5 h of this NFP replay) 1,234 episodes above 15.0 ms. If the year (base calendar)"
                                + " looked like this replay: 48 min 40 s (95 %: 39 min 4 s to 1 h 2 min 5 s) of quotes, 1 min to"
                                + " 4 min of time (as far as ticks show it). Causes that did not occur in"
                                + " 5 h are not covered.");
        TimePerYear truncated = new TimePerYear(null, 20.0, 300.0, 10, 30, 40, 100_000_000);
        assertThat(TimePerYearText.of(new AnnualFigure(AnnualBase.WHOLE_SECONDS, "", SHARE, truncated, null, null)))
                .contains("of this replay)", "less than 1 s a day (95 %: 20 s to 5 min) of quotes");
    }

    /** An hour around an announcement stands for the 12 of a year, not for 6,240 h of trading. */
    @Test
    void printsTimeOfTheHoursOfARegimeOnly() {
        TimePerYear hours = new TimePerYear(43.2, 21.6, 86.4, 4.32, 17.28, 40, 100_000_000);
        assertThat(TimePerYearText.of(new AnnualFigure(AnnualBase.FX_WEEK, "NFP replay", SHARE, YEAR, 12.0, hours)))
                .contains(
                        "If the 12 such hours of a year looked like this replay: 43.2 s (95 %: 21.6 s to 1 min 26.4 s) of"
                                + " quotes, 4.3 s to 17.3 s of time (as far as ticks show it).")
                .doesNotContain("fx-week", "48 min");
    }

    @Test
    void printsNoIntervalForOneRun() {
        LateShare one = new LateShare(15_000_000, 1, 0.58, 19, 0.001, null, null, 0.0001, 0.0004, 19, 48, 100_000_000);
        assertThat(TimePerYearText.ofRun(one, Annualisation.of(AnnualHours.UNDECLARED)))
                .isEqualTo(
                        "in 1 run (0.58 h of this replay) 19 episodes above 15.0 ms. If the year (base fx-week) looked like"
                                + " this replay: 6 h 14 min 24 s (one run: no interval) of quotes,"
                                + " 37 min 26.4 s to 2 h 29 min 46 s of time (as far as ticks show it). Causes that did not"
                                + " occur in 0.58 h are not covered.");
    }

    /** 3 episodes in 0.58 h: 7.75 / 0.58 an hour, and 100 ms each of 12 h are 16 s. */
    @Test
    void printsUpperBoundsForFewEpisodes() {
        LateShare few = new LateShare(15_000_000, 1, 0.58, 3, 0.0001, null, null, 0, 0, 3, 13.37, 100_000_000);
        assertThat(TimePerYearText.ofRun(few, Annualisation.of(new AnnualHours("fx-week", "payroll hour", 12))))
                .isEqualTo(
                        "in 1 run (0.58 h of this payroll hour) 3 episodes above 15.0 ms: fewer than 13 an hour (95 %)."
                                + " If the 12 such hours of a year looked like this replay: at most 16 s of time (95 %) if no"
                                + " episode lasts longer than 100 ms. Causes that did not occur in 0.58 h are not covered.");
    }

    /** 3 / 0.5 an hour; of a year of 6,240 h 52 take 360 h, 1,000 take 19 h. */
    @Test
    void printsReplayTimeForAClaimWithoutEpisodes() {
        LateShare none = new LateShare(20_000_000, 1, 0.5, 0, 0, null, null, 0, 0, 0, 6, 100_000_000);
        assertThat(TimePerYearText.ofRun(none, Annualisation.of(AnnualHours.UNDECLARED)))
                .isEqualTo(
                        "in 1 run (0.5 h of this replay) no episode above 20.0 ms: fewer than 6 episodes an hour (95 %). To"
                                + " claim fewer than 52 a year takes 360 h, fewer than 1,000 a year takes 19 h in which there is none"
                                + " (base fx-week).");
    }

    /** 0.001 of 12 h are 43.2 s, of 365 days 8 h 45 min 36 s; nothing in 0.5 h is 36 h of a year of 12 for fewer than one. */
    @Test
    void oneRunUsesTheHoursOfItsRegime() {
        LateShare one = new LateShare(15_000_000, 1, 0.58, 19, 0.001, null, null, 0.0001, 0.0004, 19, 48, 100_000_000);
        assertThat(TimePerYearText.ofRun(one, Annualisation.of(new AnnualHours("fx-week", "payroll hour", 12))))
                .isEqualTo(
                        "in 1 run (0.58 h of this payroll hour) 19 episodes above 15.0 ms. If the 12 such hours of a year"
                                + " looked like this replay: 43.2 s (one run: no interval) of quotes,"
                                + " 4.3 s to 17.3 s of time (as far as ticks show it). Causes that did not"
                                + " occur in 0.58 h are not covered.");
        assertThat(TimePerYearText.ofRun(one, Annualisation.of(new AnnualHours("calendar", "", 0))))
                .contains(
                        "If the year (base calendar) looked like this replay: 8 h 45 min 36 s (one run: no interval)");
        assertThat(TimePerYearText.ofRun(
                        new LateShare(20_000_000, 1, 0.5, 0, 0, null, null, 0, 0, 0, 6, 100_000_000),
                        Annualisation.of(new AnnualHours("fx-week", "payroll hour", 12))))
                .isEqualTo(
                        "in 1 run (0.5 h of this payroll hour) no episode above 20.0 ms: fewer than 6 episodes an hour"
                                + " (95 %). To claim fewer than 52 a year takes 0.69 h, fewer than 1,000 a year takes 0.036 h in"
                                + " which there is none (12 such hours of a year).");
    }
}
