package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseLimit;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.LimitOutcome;
import org.ticktoquote.comparison.matrix.LimitState;
import org.ticktoquote.comparison.matrix.Ratio;
import org.ticktoquote.comparison.matrix.UncountedRun;

final class ComparisonTextTest {
    private static final TickOutcomes OUTCOMES = new TickOutcomes(100, 2, 3, 4, 50, 6);

    private static CaseComparison comparison(
            List<CountedRun> runs, List<UncountedRun> others, @Nullable TickOutcomes soonest) {
        Map<Verdict, Integer> validity = new EnumMap<>(Verdict.class);
        runs.forEach(run -> validity.merge(run.validity(), 1, Integer::sum));
        CaseComparison.Attempts attempts = new CaseComparison.Attempts(runs, others, validity);
        CaseComparison.Outcomes became = new CaseComparison.Outcomes(OUTCOMES, soonest, List.of());
        return MatrixReportTest.comparison("PV-001", "", List.of(), attempts, became, Map.of());
    }

    private static CaseComparison comparison(@Nullable TickOutcomes soonest) {
        return comparison(List.of(), List.of(), soonest);
    }

    @Test
    void valueWithoutAnUpperBoundIsAtLeastItsLowerBound() {
        CaseLimit limit = CaseLimit.of(Latency.RESPONSE, ComparedFigure.P99, 5_000_000);
        LimitOutcome outcome = new LimitOutcome(limit, LimitState.UNDECIDED, false, 230_000L, null, "few");
        assertThat(ComparisonText.limitValue(outcome)).isEqualTo("at least 230 us: few");
    }

    private static CountedRun run(Verdict validity) {
        return new CountedRun(1, 1, "r", validity, "", null);
    }

    private static UncountedRun other(@Nullable Verdict validity) {
        return new UncountedRun(1, 1, "r", AttemptState.COMPLETE, validity, "why");
    }

    @Test
    void givesMedianAndSpreadWithTheirBounds() {
        FigureOverRuns exact = new FigureOverRuns(1_500, 1_500L, false, 1_000, 2_000L, 3, 0, true, 60);
        assertThat(ComparisonText.median(exact)).isEqualTo("1.50 us");
        assertThat(ComparisonText.spread(exact)).isEqualTo("1.00..2.00 us");
        FigureOverRuns someRefused = new FigureOverRuns(1_500, 2_000L, false, 1_000, null, 3, 1, true, 60);
        assertThat(ComparisonText.median(someRefused)).isEqualTo("1.50..2.00 us");
        assertThat(ComparisonText.spread(someRefused)).isEqualTo("1.00 us..> drain");
        FigureOverRuns refused = new FigureOverRuns(1_500, null, true, 1_000, null, 3, 2, true, 60);
        assertThat(ComparisonText.median(refused)).isEqualTo("> drain");
        FigureOverRuns allRefused = new FigureOverRuns(1_500, null, true, 1_000, null, 3, 3, true, 60);
        assertThat(ComparisonText.spread(allRefused)).isEqualTo("> drain");
    }

    /** A factor has three digits. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.931  | 0.934  | 0.93 x
            0.5    | 1.25   | 0.50..1.25 x
            3.2    |        | > 3.20 x
            0      | 0.31   | < 0.31 x
            0      |        | -
            9.994  | 9.994  | 9.99 x
            9.995  | 9.995  | 10.0 x
            99.94  | 99.94  | 99.9 x
            99.95  | 99.95  | 100 x
            12345  | 12345  | 12,345 x
            """)
    void givesARatioWithItsKnownBounds(double low, @Nullable Double high, String text) {
        assertThat(ComparisonText.ratio(new Ratio(low, high, null, ""))).isEqualTo(text);
    }

    @Test
    void givesTheIntervalAndTheSmallestDetectableEffect() {
        Ratio apart = new Ratio(1.3, 1.3, new Ratio.Interval(1.1, 1.5, 0.31, true), "");
        assertThat(ComparisonText.interval(apart)).isEqualTo("95 %: 1.10..1.50");
        assertThat(ComparisonText.smallest(apart)).isEmpty();
        Ratio alike = new Ratio(1.05, 1.05, new Ratio.Interval(0.98, 1.125, 0.1534, false), "");
        assertThat(ComparisonText.interval(alike)).isEqualTo("95 %: 0.98..1.13; would find 15.3 %");
        Ratio wide = new Ratio(1.05, 1.05, new Ratio.Interval(0.01, 500, 435.46, false), "");
        assertThat(ComparisonText.smallest(wide)).isEqualTo("> 10 x");
        assertThat(ComparisonText.interval(new Ratio(3.05, 3.05, null, "fewer than 3 runs a side")))
                .isEqualTo("no interval; fewer than 3 runs a side");
        assertThat(ComparisonText.ratioRange(null)).isEmpty();
        assertThat(ComparisonText.ratio(null)).isEqualTo("-");
    }

    @Test
    void countsRunsByVerdictAndVoidAttemptsSeparately() {
        CaseComparison one = comparison(
                List.of(run(Verdict.FAILED), run(Verdict.DEGRADED), run(Verdict.DEGRADED)),
                List.of(other(Verdict.VOID), other(Verdict.VALID), other(null)),
                null);
        assertThat(ComparisonText.runs(one, 4)).isEqualTo("3 of 4: 2 DEGRADED, 1 FAILED");
        assertThat(ComparisonText.voidAttempts(one)).isEqualTo(1);
        assertThat(ComparisonText.runs(comparison(null), 4)).isEqualTo("0 of 4");
    }

    @Test
    void countsLostTicksUnderBothAttributions() {
        assertThat(ComparisonText.lost(comparison(null))).isEqualTo("50");
        CaseComparison two = comparison(new TickOutcomes(120, 2, 3, 4, 30, 6));
        assertThat(ComparisonText.lost(two)).isEqualTo("30..50");
        assertThat(ComparisonText.outcome(two, "published", TickOutcomes::published))
                .isEqualTo("100..120");
    }

    @Test
    void namesTheValuesOfAxesInTheirOrder() {
        Map<String, String> axes = new LinkedHashMap<>();
        axes.put("os", "rt");
        axes.put("jvm", "zing");
        assertThat(ComparisonText.coordinates(axes)).isEqualTo("os rt, jvm zing");
    }
}
