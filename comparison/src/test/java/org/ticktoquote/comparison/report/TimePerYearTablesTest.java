package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.comparison.matrix.YearOfRegimes;

final class TimePerYearTablesTest {
    private static YearOfRegimes year(double independent, int runs, @Nullable TimePerYear time, String refusal) {
        List<YearOfRegimes.Regime> regimes = List.of(
                new YearOfRegimes.Regime("payroll", 12, 5, 5, 190),
                new YearOfRegimes.Regime("quiet", 6_228, runs, runs, 0));
        return new YearOfRegimes("new", 10_000_000, 6_240, regimes, independent, time, refusal);
    }

    @Test
    void ofSeveralRegimesItSaysWhatEachShowed() {
        TimePerYear time = new TimePerYear(757.2, 636.9, 23_388.0, 60, 240, 300, 100_000_000);
        assertThat(TimePerYearTables.sentence(year(140, 3, time, "")))
                .isEqualTo(
                        "new, last client, later than 10.0 ms: if 12 h like payroll (5 runs, 5 h, 190 episodes) and 6,228 h"
                                + " like quiet (3 runs, 3 h, 0 episodes) make the year: 12 min 37.2 s (95 %: 10 min 36.9 s to"
                                + " 6 h 29 min 48 s) of quotes, 1 min to 4 min of time (as far as ticks show it). Causes"
                                + " that did not occur in these replays are not covered.");
        TimePerYear oneRun = new TimePerYear(757.2, null, null, 60, 240, 300, 100_000_000);
        assertThat(TimePerYearTables.sentence(year(140, 1, oneRun, "")))
                .contains("make the year: 12 min 37.2 s (one run: no interval) of quotes");
    }

    @Test
    void ofTooFewEpisodesOnlyTheTimeOfAStatedLengthIsSaid() {
        assertThat(TimePerYearTables.sentence(
                        year(9.9, 3, new TimePerYear(1.0, null, null, 0, 5, 23_388, 250_000_000), "")))
                .contains(
                        "make the year: no figure (fewer than 10 independent episodes); at most 6 h 29 min 48 s of time (95 %)"
                                + " if no episode lasts longer than 250 ms. Causes that did not occur")
                .doesNotContain("1 s");
        assertThat(TimePerYearTables.sentence(year(0, 3, null, "quiet: not run yet")))
                .isEqualTo("new, last client, later than 10.0 ms: no time per year: quiet: not run yet");
    }
}
