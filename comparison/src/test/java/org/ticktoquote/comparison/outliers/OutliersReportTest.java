package org.ticktoquote.comparison.outliers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.OutlierHour;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.comparison.gate.GateFingerprint;

/** Text of outliers and times per year. */
final class OutliersReportTest {
    private static List<String> text(RunOutliers run, List<String> differences, String laterThan) {
        CaseOutliers single = CaseOutliers.of("single", List.of(run), differences, LaterThan.P99, OutlierHour.YEAR);
        return OutliersReport.lines(new Outliers(1, laterThan, OutlierHour.YEAR, List.of(single), List.of()), 0);
    }

    @Test
    void claimsNoMoreThanTheRunsShowed() {
        List<String> text = text(OutlierHour.hour(), List.of(), "5.00 ms");
        assertThat(String.join("\n", text).replaceAll("\\s+", " "))
                .contains("time per year at the last client, if 12.00 h (payroll hour) are like these runs:")
                .contains(
                        "later than 25.0 ms: 1 episode, too few independent episodes for a figure: fewer than 4.74 episodes an"
                                + " hour (95 %), so at most ",
                        " of time if none lasts longer than 1.00 s")
                .contains("later than 50.0 ms: no episode in 1 h: fewer than 3.00 episodes an hour (95 %)")
                .contains("later than 5.00 ms and burst: 1 episode, too few independent episodes for a figure")
                .contains("causes that did not occur in these 1 h are not covered");
    }

    @Test
    void reportsRunsOfDifferentSystems() {
        Map<String, String> other = Map.of("application", "b", "sessions", "25");
        List<GateFingerprint> runs = List.of(
                new GateFingerprint("monday", Map.of("application", "java -jar a.jar", "sessions", "25")),
                new GateFingerprint("tuesday", other),
                new GateFingerprint("friday", other));
        List<String> differences = GateFingerprint.differences("case", runs);
        assertThat(differences)
                .containsExactly(
                        "application: the runs of the case differ: 'b' (tuesday, friday) and 'java -jar a.jar' (monday)");
        assertThat(text(OutlierHour.hour(), differences, "5.00 ms"))
                .contains(
                        "the runs are of different systems or conditions; the figures combine all of them",
                        "  " + differences.get(0));
    }

    @Test
    void runsAreListedWithTheirCase() {
        List<RunOutliers> runs = List.of(OutlierHour.notLate("G1"), OutlierHour.notLate("SERIAL"));
        List<CaseOutliers> cases = runs.stream()
                .map(run -> CaseOutliers.of(run.testCase(), List.of(run), List.of(), LaterThan.P99, OutlierHour.YEAR))
                .toList();
        assertThat(OutliersReport.lines(new Outliers(1, "1 h", OutlierHour.YEAR, cases, runs), 0))
                .contains("case G1, run run: VALID", "case SERIAL, run run: VALID");
    }

    @Test
    void shortRunWithoutLateTicksHasNoTableOfCauses() {
        List<String> text = text(OutlierHour.brief(), List.of(), "1 h");
        assertThat(text).startsWith("case single: 1 run, 1.4 s replayed");
        assertThat(String.join("\n", text))
                .contains("0 ticks of ", " later than 1 h at the last client, 0 of them lost\n\ntime per year")
                .contains("no episode in 1.4 s: fewer than 7,500 episodes an hour (95 %)")
                .doesNotContain("time beyond p99");
    }
}
