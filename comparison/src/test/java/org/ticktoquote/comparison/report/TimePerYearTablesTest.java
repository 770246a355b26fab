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

    /** The figures and notes of its row. */
    private static List<String> row(YearOfRegimes year) {
        return TimePerYearTables.years(List.of(year)).rows().get(0).cells().stream()
                .map(cell -> cell.note().isEmpty() ? cell.text() : cell.text() + " / " + cell.note())
                .toList();
    }

    @Test
    void yearOfSeveralRegimesListsEpisodesOfEach() {
        TimePerYear time = new TimePerYear(757.2, 636.9, 23_388.0, 60, 240, 300, 100_000_000);
        assertThat(row(year(140, 3, time, "")))
                .containsExactly(
                        "12 h like payroll (5 runs, 5 h, 190 episodes) and 6,228 h like quiet (3 runs, 3 h, 0 episodes)",
                        "10.0 ms",
                        "6,240 h",
                        "12 min 37.2 s / 95 %: 10 min 36.9 s to 6 h 29 min 48 s",
                        "1 min to 4 min",
                        "140");
        TimePerYear oneRun = new TimePerYear(757.2, null, null, 60, 240, 300, 100_000_000);
        assertThat(row(year(140, 1, oneRun, ""))).contains("12 min 37.2 s / one run: no interval");
    }

    @Test
    void tooFewEpisodesGiveAnUpperBoundOnly() {
        assertThat(row(year(9.9, 3, new TimePerYear(1.0, null, null, 0, 5, 23_388, 250_000_000), "")))
                .contains("at most 6 h 29 min 48 s of time (95 %) if no episode lasts longer than 250 ms", "-", "9")
                .doesNotContain("1 s");
        assertThat(row(year(0, 3, null, "quiet: not run yet"))).contains("quiet: not run yet");
    }
}
