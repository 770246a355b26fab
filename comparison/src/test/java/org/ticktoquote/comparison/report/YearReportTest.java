package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.OutlierHour;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ProblemException;

/** Page for readers who do not use percentiles. */
final class YearReportTest {
    private static final long MS = 1_000_000;
    private static final long US = 1_000;
    private static final long TICKS = 100_000;
    private static final long EVERY_NS = 36 * MS; // an hour
    private static final Annualisation YEAR = Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "payroll <hour>", 12.0);

    /** Creates a run; {@code takes} gives the latency of each tick by number. */
    private static RunOutliers run(String testCase, String name, Verdict validity, LongUnaryOperator takes) {
        TickSeries series = visitor -> {
            for (long i = 0; i < TICKS; i++) {
                visitor.accept(i * EVERY_NS, takes.applyAsLong(i));
            }
        };
        ClientStatistics last = RunStatistics.ofSeries(series);
        return OutlierHour.run(testCase, name, validity, TICKS, TICKS * EVERY_NS, 100, Map.of(), last);
    }

    private static CaseOutliers of(String testCase, RunOutliers run, CaseOutliers.YearBeyond... years) {
        List<String> runs = run.validity() == Verdict.VOID ? List.of() : List.of(run.run());
        List<CauseFigures> causes = List.of(
                new CauseFigures("jvm-stop", "the JVM was paused", 9, 90, 0.75, null, 40 * MS, null),
                new CauseFigures("unexplained", "unexplained", 1, 10, 0.25, null, 8 * MS, null));
        return new CaseOutliers(testCase, runs, 1, TICKS, 100, 0, causes, List.of(), List.of(years));
    }

    /** Returns the case with other causes and differences. */
    private static CaseOutliers with(CaseOutliers one, long late, List<CauseFigures> causes, List<String> differences) {
        return new CaseOutliers(one.testCase(), one.runs(), 1, TICKS, late, 0, causes, differences, one.years());
    }

    private static CaseOutliers.YearBeyond year(long ns, long episodes, boolean supported) {
        double share = episodes / 1e4;
        LateShare late = new LateShare(
                ns, 3, 1, episodes, share, share / 2, 2 * share, 0, share, episodes, 2.0 * episodes, 100 * MS);
        TimePerYear year = supported
                ? new TimePerYear(12 * 3600 * share, 6 * 3600 * share, 24 * 3600 * share, 0, 12 * 3600 * share, 0, 0)
                : new TimePerYear(12 * 3600 * share, null, null, 0, 0, 24 * 3600 * share, 100 * MS);
        return new CaseOutliers.YearBeyond(ns, episodes, supported, late, year, 3 + 2.0 * episodes, true);
    }

    /** Every 500th tick takes 20 times as long. */
    private static final RunOutliers FAST =
            run("fast", "fast-1", Verdict.VALID, i -> i % 1_000 == 7 || i % 1_000 == 507 ? 20 * MS : MS);

    private static final RunOutliers STEADY = run("steady", "steady-1", Verdict.VALID, i -> 1_200 * US + i % 7);

    private static String page(LaterThan laterThan, List<CaseOutliers> cases, RunOutliers... runs) {
        return YearReport.html(new Outliers(1, laterThan.toString(), YEAR, cases, List.of(runs)), laterThan);
    }

    private static String both(String laterThan) {
        return page(LaterThan.parse("", laterThan), BOTH, FAST, STEADY);
    }

    private static final List<CaseOutliers> BOTH = List.of(
            of("fast", FAST, year(5 * MS, 100, true), year(10 * MS, 4, false), year(25 * MS, 0, false)),
            of("steady", STEADY, year(5 * MS, 0, false)));

    @Test
    void reportsTotalTimeAndNumberOfEpisodes() {
        assertThat(both("p99"))
                .contains(
                        "later than 5.00 ms?",
                        "fast: for 7 min 12 s (95 %: 3 min 36 s to 14 min 24 s), seen 100 times in 1 h.",
                        "steady: not seen in 1 h.",
                        "12 hours (payroll &lt;hour&gt;) per year")
                .doesNotContain("payroll <hour>");
    }

    @Test
    void tooFewEpisodesGiveNoFigure() {
        assertThat(both("10ms"))
                .contains("later than 10.0 ms?")
                .contains("fast: seen 4 times in 1 h, too rarely for a figure: at most 34.6 s of time (95 %) if no"
                        + " episode lasts longer than 100 ms.")
                .contains("there is no figure if episodes are too few");
    }

    @Test
    void sharesTheTimeAmongTheCauses() {
        assertThat(both("p99")).contains("75 %</text>", "25 %</text>", "the JVM was paused", "cause-jvm-stop");
    }

    @Test
    void comparesFastAndPredictableCases() {
        assertThat(both("p99"))
                .contains("fast is usually the fastest (1.00 ms).")
                .contains("steady is the most predictable: one quote in 10,000 takes about as long as usual")
                .contains("with fast more than 20 times as long as usual.")
                .contains("steady has the best slow quotes: one quote in 10,000 takes more than 1.20 ms.")
                .contains("1.04 ms"); // the mean: 1 ms and 0.2 % of 19 ms
    }

    /** Every 50th quote is lost. */
    @Test
    void lostSlowQuotesAreNeverAnswered() {
        RunOutliers lossy = run("lossy", "lossy-1", Verdict.FAILED, i -> i % 50 == 7 ? TickSeries.LOST : MS);
        CaseOutliers one = of("lossy", lossy, year(5 * MS, 100, true));
        assertThat(page(LaterThan.P99, List.of(one, BOTH.get(1)), lossy, STEADY))
                .contains("Predictability is unknown: one quote in 100 is never answered (lossy).")
                .contains(">never answered</td>")
                .doesNotContain("too few slow", ">too few</td>");
    }

    @Test
    void voidRunDoesNotCount() {
        RunOutliers bad = run("single", "bad", Verdict.VOID, i -> MS);
        CaseOutliers fast = of("fast", FAST, year(5 * MS, 100, true));
        assertThat(page(LaterThan.P99, List.of(of("single", bad), fast), bad, FAST))
                .contains("no answer, because no run counts.", "1 run is VOID");
        assertThatThrownBy(() -> page(LaterThan.P99, List.of(of("single", bad)), bad))
                .isInstanceOf(ProblemException.class)
                .hasMessage("--html: no run counts, expected a run that is not VOID");
    }

    /** Readers would attribute it to the system. */
    @Test
    void reportsHarnessDelaysAndRunsOfSeveralSystems() {
        CaseOutliers one = of("single", FAST, year(5 * MS, 100, true));
        List<CauseFigures> causes = new ArrayList<>(one.causes());
        causes.add(new CauseFigures("harness", "the harness itself", 3, 1_234, 0.2, null, 40 * MS, null));
        CaseOutliers measured = with(one, 1_334, causes, List.of("feed: the runs of the case differ"));
        assertThat(page(LaterThan.P99, List.of(measured), FAST))
                .contains("1,234 late ticks were caused mainly by the harness")
                .contains("The runs of single are of different systems or conditions.")
                .contains("Harness delays are excluded from all times per year.");
        assertThat(page(LaterThan.P99, List.of(one), FAST))
                .doesNotContain("mainly by the harness", "different systems");
    }

    /** With a share of 69 % the figures would describe the harness. */
    @Test
    void refusesAYearDominatedByHarnessDelays() {
        CaseOutliers fast = harness(of("fast", FAST, year(5 * MS, 100, true)), 0.69);
        CaseOutliers steady = harness(of("steady", STEADY, year(5 * MS, 50, true)), 0.2);
        assertThat(page(LaterThan.P99, List.of(fast, steady), FAST, STEADY))
                .contains("fast: no answer, because the harness caused 69 % of the time beyond p99 (at most 20 %).")
                .contains("steady: for 3 min 36 s (95 %")
                .doesNotContain("14 min 24 s");
        List<CaseOutliers> all = List.of(fast, harness(steady, 0.21));
        assertRefused(
                () -> page(LaterThan.P99, all, FAST, STEADY),
                "case fast: the harness caused 69 % of the time beyond p99; case steady: the harness caused 21 % of");
    }

    private static CaseOutliers harness(CaseOutliers one, double share) {
        CauseFigures harness = new CauseFigures("harness", "the harness itself", 3, 100, share, null, 40 * MS, null);
        return with(one, one.late(), List.of(harness), List.of());
    }

    @Test
    void sameOutliersGiveTheSameBytes() {
        assertThat(both("p99")).isEqualTo(both("p99"));
    }
}
