package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.gate.GateFingerprint;
import org.ticktoquote.analysis.matrix.AnnualBase;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.validity.Verdict;

/** What runs say of a year is no more than they showed. */
final class CaseOutliersTest {
    private static final long MS = 1_000_000;
    private static final int TICKS = 72_000;
    private static final long EVERY_NS = 50 * MS;
    private static final Annualisation YEAR = Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "payroll hour", 12.0);

    /** An hour: 1 ms each, every 1,000th 8 ms, and 20 in a row 40 ms. */
    private static RunOutliers hour() {
        var tallies = LateCause.tallies();
        for (int i = 0; i < 72; i++) {
            tallies.get("jvm-stop").episode(1, 8 * MS);
        }
        tallies.get("burst").episode(20, 40 * MS);
        return hour(92, tallies, EVERY_NS);
    }

    /** Of so many ticks that are late, for these causes. */
    private static RunOutliers hour(long late, Map<String, CauseTally> tallies, long everyNs) {
        return hour("single", late, tallies, everyNs);
    }

    private static RunOutliers hour(String testCase, long late, Map<String, CauseTally> tallies, long everyNs) {
        TickSeries series = visitor -> {
            for (int i = 0; i < TICKS; i++) {
                visitor.tick(i * everyNs, i >= 500 && i < 520 ? 40 * MS : i % 1_000 == 7 ? 8 * MS : MS);
            }
        };
        ClientStatistics last =
                RunStatistics.ofSeries(series, 250_000, 500_000, 2_500_000, 5 * MS, 10 * MS, 25 * MS, 50 * MS);
        RunStatistics statistics =
                RunStatistics.of(new UUID(1, 2), TICKS * everyNs, new Attributed(last, last, last), null);
        return new RunOutliers(
                testCase,
                "run",
                Verdict.VALID,
                5 * MS,
                MS,
                MS,
                MS,
                0,
                TICKS,
                late,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                tallies,
                statistics,
                List.of());
    }

    @Test
    void aFigureNeedsTenIndependentTicks() {
        CaseOutliers one = CaseOutliers.of("single", List.of(hour()), List.of(), LaterThan.P99, YEAR);
        assertThat(one.hours()).isEqualTo(1);
        assertThat(one.years())
                .extracting(CaseOutliers.YearBeyond::laterThanNs, CaseOutliers.YearBeyond::supported)
                .containsExactly(
                        tuple(2_500_000L, true),
                        tuple(5 * MS, true),
                        tuple(10 * MS, false),
                        tuple(25 * MS, false),
                        tuple(50 * MS, false));
        assertThat(one.years().get(1).perYear().quotesSeconds()).isEqualTo(92.0 / TICKS * 12 * 3600);
        assertThat(one.years().get(4).atMostAnHour()).isCloseTo(3, within(1e-9));
        CauseFigures stop = one.causes().stream()
                .filter(cause -> cause.cause().equals("jvm-stop"))
                .findFirst()
                .orElseThrow();
        assertThat(stop.perYear()).isNotNull();
        assertThat(stop.perYear().quotesSeconds()).isEqualTo(72.0 / TICKS * 12 * 3600);
        assertThat(one.causes().stream().filter(cause -> cause.cause().equals("burst")))
                .allMatch(cause -> cause.episodes() == 1 && cause.perYear() == null);
    }

    @Test
    void theTextClaimsNoMoreThanThat() {
        Outliers outliers = new Outliers(
                1,
                "5.00 ms",
                YEAR,
                List.of(CaseOutliers.of("single", List.of(hour()), List.of(), LaterThan.P99, YEAR)),
                List.of());
        assertThat(String.join("\n", OutliersText.of(outliers, 0)).replaceAll("\\s+", " "))
                .contains("if 12.00 h (payroll hour) of a year were as these runs")
                .contains(
                        "later than 25.0 ms: 1 episode, too few independent ones for a figure: fewer than 4.74 episodes an"
                                + " hour (95 %), so at most ",
                        " of time while none lasts longer than 1.00 s")
                .contains("later than 50.0 ms: nothing seen in 1 h: fewer than 3.00 episodes an hour (95 %)")
                .contains("later than 5.00 ms and burst: 1 episode, too few independent ones for a figure")
                .contains("nothing is claimed about causes that did not occur in these 1 h");
    }

    @Test
    void runsThatAreNotOfOneSystemAreSaidNotToBe() {
        List<String> differences = GateFingerprint.differences(
                "case",
                List.of(
                        new GateFingerprint.Facts("monday", Map.of("application", "java -jar a.jar", "sessions", "25")),
                        new GateFingerprint.Facts("tuesday", Map.of("application", "b", "sessions", "25")),
                        new GateFingerprint.Facts("friday", Map.of("application", "b", "sessions", "25"))));
        assertThat(differences)
                .containsExactly(
                        "application: the runs of the case differ: 'b' (tuesday, friday) and 'java -jar a.jar' (monday)");
        Outliers outliers = new Outliers(
                1,
                "5.00 ms",
                YEAR,
                List.of(CaseOutliers.of("single", List.of(hour()), differences, LaterThan.P99, YEAR)),
                List.of());
        assertThat(OutliersText.of(outliers, 0))
                .contains(
                        "its runs are not of one system, or were not made alike: what follows is of all of them together",
                        "  " + differences.get(0));
    }

    @Test
    void runsOfSeveralCasesAreToldApart() {
        List<RunOutliers> runs =
                List.of(hour("G1", 0, LateCause.tallies(), EVERY_NS), hour("SERIAL", 0, LateCause.tallies(), EVERY_NS));
        List<CaseOutliers> cases = runs.stream()
                .map(run -> CaseOutliers.of(run.testCase(), List.of(run), List.of(), LaterThan.P99, YEAR))
                .toList();
        assertThat(OutliersText.of(new Outliers(1, "1 h", YEAR, cases, runs), 0))
                .contains("case G1, run run: VALID", "case SERIAL, run run: VALID");
    }

    @Test
    void aShortRunWithoutLateTicksHasNoTableOfCauses() {
        RunOutliers brief = hour(0, LateCause.tallies(), EVERY_NS / 2_500);
        Outliers outliers = new Outliers(
                1,
                "1 h",
                YEAR,
                List.of(CaseOutliers.of("single", List.of(brief), List.of(), LaterThan.P99, YEAR)),
                List.of());
        assertThat(OutliersText.of(outliers, 0)).startsWith("case single: 1 run, 1.4 s replayed");
        assertThat(String.join("\n", OutliersText.of(outliers, 0)))
                .contains("0 ticks of ", " later than 1 h at the last client, of which 0 lost\n\nif 12.00 h")
                .contains("nothing seen in 1.4 s: fewer than 7,500 episodes an hour (95 %)")
                .doesNotContain("of the time beyond p99");
    }

    @Test
    void withoutARunThatCountsNothingIsSaid() {
        CaseOutliers none = CaseOutliers.of("single", List.of(), List.of(), LaterThan.P99, YEAR);
        assertThat(none.causes()).isEmpty();
        assertThat(none.years()).isEmpty();
    }
}
