package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.annual.PlannedYear;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ProblemException;

/** Each run of the fixture has 2,000 ticks in 40 s; 20 of them, one by one, take ten times the plain time. */
final class YearOfRegimesTest {
    private static final Map<String, Double> HOURS = Map.of("payroll", 12.0, "quiet", 6_228.0);
    private static final double SECONDS = 3_600;

    @TempDir
    private Path directory;

    private MatrixFixture cases(long payrollNs, long quietNs) {
        return new MatrixFixture(directory)
                .with("payroll", payrollNs, payrollNs, payrollNs)
                .with("quiet", quietNs, quietNs, quietNs);
    }

    /** Returns the year of payrolls of 2 ms and quiet hours of 1 ms, and their spikes. */
    private YearOfRegimes year(long laterThanNs) {
        return only(cases(2_000_000, 1_000_000).year(laterThanNs, HOURS));
    }

    private static YearOfRegimes only(MatrixFixture fixture) {
        return fixture.compare().years().get(0);
    }

    @Test
    void weightsTheShareOfEachRegimeByItsHours() {
        YearOfRegimes year = year(5_000_000);
        assertThat(year.name()).isEqualTo("all");
        assertThat(year.hoursPerYear()).isEqualTo(6_240);
        assertThat(year.supported()).isTrue();
        assertThat(year.regimes())
                .extracting(YearOfRegimes.Regime::runs, YearOfRegimes.Regime::episodes)
                .containsExactly(tuple(3, 60L), tuple(3, 60L));
        TimePerYear time = Objects.requireNonNull(year.perYear());
        assertThat(time.quotesSeconds()).isCloseTo(6_240 * 0.01 * SECONDS, within(1e-6));
        assertThat(time.quotesLowSeconds()).isBetween(0.4 * 62.4 * SECONDS, 0.55 * 62.4 * SECONDS);
        assertThat(time.quotesHighSeconds()).isBetween(1.5 * 62.4 * SECONDS, 1.9 * 62.4 * SECONDS);
    }

    /** Only the payroll is late: 12 h of the year at 1 %. The quiet hours only contribute to the upper bound. */
    @Test
    void regimeWithoutEpisodesRaisesTheUpperBoundOnly() {
        YearOfRegimes year = year(15_000_000);
        assertThat(year.regimes().stream().filter(one -> one.episodes() == 0)).hasSize(1);
        TimePerYear time = Objects.requireNonNull(year.perYear());
        assertThat(time.quotesSeconds()).isCloseTo(12 * 0.01 * SECONDS, within(1e-6));
        assertThat(time.quotesHighSeconds()).isGreaterThan(3 * 6_228 / 6_000.0 * SECONDS);
    }

    private static void assertRefused(YearOfRegimes year, String refusal) {
        assertThat(year.perYear()).isNull();
        assertThat(year.refusal()).isEqualTo(refusal);
    }

    /** Episodes are only counted above the median. */
    @Test
    void refusesAThresholdThatMostTicksExceed() {
        assertRefused(year(1_500_000), "payroll: more than half of the ticks of a run are later");
    }

    @Test
    void tooFewEpisodesGiveNoFigure() {
        YearOfRegimes year = only(cases(1_000_000, 1_000_000).year(15_000_000, HOURS));
        assertThat(year.supported()).isFalse();
        TimePerYear time = Objects.requireNonNull(year.perYear());
        assertThat(time.quotesHighSeconds()).isNull();
        assertThat(time.longestNs()).isEqualTo(100_000_000);
        assertThat(time.timeAtMostSeconds()).isPositive();
    }

    @Test
    void regimeWithoutARunRefusesTheYear() {
        YearOfRegimes year = only(new MatrixFixture(directory)
                .with("payroll", 1_000_000)
                .notRun("quiet", "hotspot", "unmanaged", "no such host")
                .year(5_000_000, HOURS));
        assertRefused(year, "quiet: not run: no such host");
        assertThat(year.regimes()).isEmpty();
    }

    @Test
    void voidRunsDoNotCount() {
        MatrixFixture.Run disturbed = new MatrixFixture.Run(Verdict.VOID, 1_000_000, 0);
        MatrixFixture fixture = new MatrixFixture(directory)
                .with("payroll", 1_000_000)
                .with("quiet", "hotspot", "unmanaged", disturbed, disturbed, disturbed);
        assertThat(only(fixture.year(5_000_000, HOURS)).refusal()).startsWith("quiet: no run counts");
    }

    /** No answer is late under the other attribution, so that there is no lower bound. */
    @Test
    void boundsCoverBothAttributions() {
        MatrixFixture byPrice = new MatrixFixture(directory).byPrice(500_000).with("payroll", 1_000_000);
        YearOfRegimes year = only(byPrice.year(9_000_000, Map.of("payroll", 12.0)));
        TimePerYear time = Objects.requireNonNull(year.perYear());
        assertThat(time.quotesSeconds()).isCloseTo(12 * 0.01 * SECONDS, within(1e-6));
        assertThat(time.quotesLowSeconds()).isNull();
        assertThat(year.supported()).isFalse();
    }

    @Test
    void regimeMustBeACaseOfTheMatrix() {
        MatrixFixture fixture =
                new MatrixFixture(directory).with("payroll", 1_000_000).year(5_000_000, HOURS);
        assertThatThrownBy(fixture::compare)
                .isInstanceOfAny(ProblemException.class, IllegalArgumentException.class)
                .hasMessageContaining("regime 'quiet' is not a case");
    }

    @Test
    void hoursPerYearAreLimitedToALeapYear() {
        assertThatThrownBy(() -> new PlannedYear("x", Map.of("a", 8_000.0, "b", 800.0)))
                .hasMessageContaining("8784 at most");
        assertThatThrownBy(() -> new PlannedYear("x", Map.of("a", 0.0))).hasMessageContaining("more than 0");
    }
}
