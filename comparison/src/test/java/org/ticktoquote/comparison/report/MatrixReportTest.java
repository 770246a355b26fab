package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.validity.Verdict.FAILED;
import static org.ticktoquote.analysis.validity.Verdict.VALID;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.AxisEffect;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseHost;
import org.ticktoquote.comparison.matrix.CaseLimit;
import org.ticktoquote.comparison.matrix.CaseRange;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.Difference;
import org.ticktoquote.comparison.matrix.FigureComparison;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.LimitOutcome;
import org.ticktoquote.comparison.matrix.LimitState;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.Ratio;
import org.ticktoquote.comparison.matrix.UncountedRun;
import org.ticktoquote.report.table.TextLines;

class MatrixReportTest {
    private static final long MS = 1_000_000;
    private static final Ratio HALF = new Ratio(0.5, 0.5, new Ratio.Interval(0.25, 0.99, 1.5, true), "");
    private static final AnnualFigure ANNUAL = new AnnualFigure(
            AnnualBase.WHOLE_SECONDS,
            "NFP hours",
            new LateShare(2 * MS, 3, 1.5, 60, 0.001, 0.0007, 0.0012, 0.0001, 0.001, 60, 52, 100 * MS),
            new TimePerYear(2_920.0, 2_190.0, 3_650.0, 365, 2_920, 3_000, 100 * MS),
            null,
            null);

    private static final String NO_ZING = "no Zing JVM; give --jvm zing=PATH";

    private static FigureOverRuns figure(
            long low, long lowest, @Nullable Long highest, boolean refused, boolean supported) {
        return new FigureOverRuns(
                low, refused ? null : (Long) low, refused, lowest, highest, 3, highest == null ? 2 : 0, supported, 60);
    }

    private static Map<String, Map<String, FigureComparison>> latencies(
            @Nullable Ratio ratio, @Nullable Ratio tail, boolean refused) {
        FigureOverRuns rest = figure(20 * MS, 10 * MS, refused ? null : (Long) (30 * MS), refused, false);
        Map<String, FigureComparison> figures = new LinkedHashMap<>();
        for (ComparedFigure figure : ComparedFigure.values()) {
            figures.put(figure.field(), new FigureComparison(rest, tail, null));
        }
        FigureOverRuns p50 = figure(2 * MS, MS, 3 * MS, false, true);
        figures.put(ComparedFigure.P50.field(), new FigureComparison(p50, ratio, ANNUAL));
        return Map.of("responseNs", figures, "lastClientNs", figures);
    }

    /** Returns a case on the axis of threads, or one that was not run. */
    static CaseComparison comparison(
            String name,
            String notRun,
            List<LimitOutcome> limits,
            CaseComparison.Attempts attempts,
            CaseComparison.Outcomes became,
            Map<String, Map<String, FigureComparison>> latencies) {
        CaseHost host = new CaseHost("6.1.0", "cpu", "2", "tsc", "one host");
        Map<String, String> axes = notRun.isEmpty() ? Map.of("threads", name) : Map.of();
        return new CaseComparison(
                name, "", axes, notRun, host, limits, List.of(), attempts, became, latencies, List.of(), List.of());
    }

    private static CaseComparison.Outcomes lost(long ticks) {
        return new CaseComparison.Outcomes(new TickOutcomes(1, 0, 0, 0, ticks, 0), null, List.of());
    }

    private static CaseComparison ran(
            String name, Verdict validity, Map<String, Map<String, FigureComparison>> latencies) {
        CountedRun run = new CountedRun(1, 1, name + "/run-1", VALID, "", null);
        UncountedRun disturbed =
                new UncountedRun(2, 1, name + "/run-2", AttemptState.COMPLETE, Verdict.VOID, "steal 6.1 %");
        List<UncountedRun> others = validity == FAILED ? List.of(disturbed) : List.of();
        CaseComparison.Attempts attempts =
                new CaseComparison.Attempts(List.of(run, run, run), others, Map.of(validity, 3));
        return comparison(name, "", List.of(), attempts, lost(validity == FAILED ? 700 : 0), latencies);
    }

    private static CaseComparison absent() {
        CaseLimit limit = CaseLimit.of(Latency.RESPONSE, ComparedFigure.P99, 5_000_000);
        LimitOutcome undecided =
                new LimitOutcome(limit, LimitState.UNDECIDED, false, null, null, "not run: " + NO_ZING);
        CaseComparison.Attempts none = new CaseComparison.Attempts(List.of(), List.of(), Map.of());
        return comparison("PV-003", NO_ZING, List.of(undecided), none, lost(0), Map.of());
    }

    private static MatrixComparison matrix() {
        CaseComparison first = ran("PV-001", VALID, latencies(null, null, false));
        Ratio open = new Ratio(3.2, null, null, "a run has no value");
        CaseComparison second = ran("PV-002", FAILED, latencies(HALF, open, true));
        Map<String, Map<String, Ratio>> ratios = Map.of("lastClientNs", Map.of("p50", HALF));
        List<Difference> clocks = List.of(new Difference("clock source", "tsc", "kvm-clock"));
        List<AxisEffect.Pair> pairs = List.of(
                new AxisEffect.Pair(
                        "PV-001", "PV-002", Map.of(), clocks, "", "3f2a91c07be4", Map.of("p50", 0.904), ratios),
                new AxisEffect.Pair(
                        "PV-001",
                        "PV-003",
                        Map.of(),
                        List.of(),
                        "PV-003 not run: no Zing JVM",
                        "",
                        Map.of(),
                        Map.of()));
        FigureOverRuns best = figure(MS, MS, MS, false, true);
        FigureOverRuns worst = figure(2 * MS, MS, 3 * MS, false, true);
        Ratio twice = new Ratio(2, 2.0, new Ratio.Interval(1.01, 4, 1.5, true), "");
        return matrix(
                List.of(first, second, absent()),
                new AxisEffect("threads", "unmanaged", "managed", pairs),
                List.of(new CaseRange("p50", "PV-002", best, "PV-001", worst, twice)));
    }

    /** Returns a matrix with the axis of threads and the baseline PV-001. */
    static MatrixComparison matrix(List<CaseComparison> cases, AxisEffect threads, List<CaseRange> ranges) {
        return new MatrixComparison(
                1,
                "tick-to-quote",
                "pv",
                "",
                "2026-11-20T14:12:03Z",
                3,
                42,
                "PV-001",
                Annualisation.ofOneRegime(AnnualBase.WHOLE_SECONDS, "NFP hours", null),
                null,
                List.of("threads"),
                cases,
                List.of(),
                List.of(threads),
                ranges);
    }

    private static List<String> lines() {
        CauseTables unknown = new CauseTables(matrix(), Optional.empty(), "not known");
        return MatrixReport.of(matrix(), unknown, Path.of("no-such-directory")).lines();
    }

    /** The second case is faster at p50 but has refused tails and lost ticks; the third was not run. */
    @Test
    void findingsAreFirst() {
        assertThat(lines().subList(0, 5))
                .containsExactly(
                        "p50: best PV-002 1.00 ms, worst PV-001 2.00 ms, 2.00 times as long (1.01 to 4.00).",
                        "PV-002: p50 0.50 of PV-001 (0.25 to 0.99); p99.9 > 3.20, max > 3.20, not established: a run has no"
                                + " value. It lost 700 of",
                        "  701 ticks x sessions, PV-001 0 of 1.",
                        "2 of 3 cases are compared, from 6 runs, by the response at the last client; baseline is PV-001."
                                + " Limits: 0 kept, 0",
                        "  exceeded, 1 undecided. 1 attempt does not count.");
    }

    /** The baseline has measured nothing, has lost a larger share in fewer runs, or as many of a few ticks more. */
    @ParameterizedTest
    @CsvSource({"0, 0", "100, 100", "10001, 700"})
    void smallerShareOfLostTicksIsNoFinding(long published, long lost) {
        CaseComparison ran = ran("PV-002", FAILED, latencies(null, null, false));
        CaseComparison.Attempts attempts =
                published == 0 ? new CaseComparison.Attempts(List.of(), List.of(), Map.of()) : ran.attempts();
        CaseComparison.Outcomes outcomes =
                new CaseComparison.Outcomes(new TickOutcomes(published, 0, 0, 0, lost, 0), null, List.of());
        CaseComparison baseline = comparison("PV-001", "", List.of(), attempts, outcomes, Map.of());
        CaseComparison lossy = comparison(
                "PV-002",
                "",
                List.of(),
                ran.attempts(),
                new CaseComparison.Outcomes(new TickOutcomes(10_000, 0, 0, 0, 700, 0), null, List.of()),
                Map.of());
        MatrixComparison compared =
                matrix(List.of(baseline, lossy), new AxisEffect("threads", "", "", List.of()), List.of());
        CauseTables unknown = new CauseTables(compared, Optional.empty(), "not known");
        assertThat(MatrixReport.of(compared, unknown, Path.of("no-such-directory"))
                        .lines())
                .noneMatch(line -> line.contains("ticks x sessions, PV-001"));
    }

    private static int indexOf(List<String> lines, String pattern) {
        return IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).matches(pattern))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void limitsPrecedeTheFigures() {
        List<String> lines = lines();
        int limit = indexOf(lines, "PV-003: p99 of response.*");
        assertThat(lines.get(limit)).contains("undecided", "5.00 ms", "not run: " + NO_ZING);
        assertThat(lines.subList(limit, lines.size())).anyMatch(line -> line.startsWith("PV-001 (baseline)"));
    }

    @Test
    void listsMedianOfACaseAboveSpreadRatioAndInterval() {
        List<String> lines = lines();
        assertThat(lines)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(TextLines.LENGTH))
                .anySatisfy(line ->
                        assertThat(line).startsWith("PV-001 (baseline)").contains("3 of 3", "2.00 ms ", "20.0 ms*"))
                .anySatisfy(line -> assertThat(line).contains("1.00..3.00 ms", "10.0..30.0 ms"))
                .anySatisfy(line -> assertThat(line).startsWith("PV-002").contains("2.00 ms ", "> drain*"))
                .anySatisfy(line -> assertThat(line).contains("3 FAILED", "1.00..3.00 ms"))
                .anySatisfy(line -> assertThat(line).contains("lost 700", "0.50 x", "> 3.20 x"))
                .anySatisfy(line -> assertThat(line).contains("95 %: 0.25..0.99", "no interval"));
    }

    @Test
    void listsReasonsOfMissingCasesAndUncountedAttempts() {
        assertThat(lines())
                .anyMatch(line -> line.matches("PV-003 +not run: no Zing JVM; give --jvm zing=PATH"))
                .anyMatch(line -> line.matches("PV-002/run-2 +VOID +steal 6.1 %"));
    }

    @Test
    void showsTheEffectsOfEachAxis() {
        List<String> lines = lines();
        assertThat(lines)
                .contains(
                        "threads: unmanaged to managed",
                        "- PV-001 to PV-002: different machines: clock source tsc and kvm-clock",
                        "- PV-001 to PV-002: plan of threads 3f2a91c07be4",
                        "- PV-001 to PV-003: PV-003 not run: no Zing JVM");
        int pair = indexOf(lines, "PV-001 to PV-002 +0.50 x.*");
        assertThat(lines.get(pair + 1).strip()).isEqualTo("95 %: 0.25..0.99");
        assertThat(lines.get(pair + 2).strip()).isEqualTo("predicted 0.90");
    }

    @Test
    void timePerYearShowsBaseRegimeEpisodesAndInterval() {
        assertThat(String.join(" ", lines())).contains("NFP hours");
        assertThat(lines())
                .anyMatch(line -> line.startsWith("Base whole-seconds: "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("PV-001 p50")
                        .contains("2.00 ms", "48 min 40 s", "6 min 5 s to 48 min 40 s", "60"))
                .anyMatch(line -> line.contains("95 %: 36 min 30 s to 1 h 50 s"));
    }
}
