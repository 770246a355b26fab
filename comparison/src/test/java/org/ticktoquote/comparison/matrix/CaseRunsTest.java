package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;

/** Cases whose runs differ: one attribution or two, measured or not, with figures but without curves. */
final class CaseRunsTest {
    @TempDir
    Path directory;

    private static Attempt neverMeasured(int repeat) {
        return new Attempt(
                repeat, 1, "PV-001/never-" + repeat, null, AttemptState.UNMEASURED, Verdict.FAILED, "", List.of());
    }

    static FigureOverRuns point(CaseComparison one, String latency, double percentile) {
        return one.curves().stream()
                .filter(curve -> curve.latency().equals(latency))
                .flatMap(curve -> curve.points().stream())
                .filter(point -> point.percentile() == percentile)
                .findFirst()
                .orElseThrow()
                .overRuns();
    }

    @Test
    void countsASingleAttributionInBothSums() {
        MatrixFixture fixture = new MatrixFixture(directory);
        Attempt byId = fixture.attempt(1, 1, "PV-001", new Run(Verdict.FAILED, 1_000, 30), List.of());
        fixture.byPrice(300);
        Attempt byPrice = fixture.attempt(2, 1, "PV-001", new Run(Verdict.FAILED, 1_000, 50), List.of());
        CaseComparison one =
                fixture.with("PV-001", List.of(byId, byPrice, neverMeasured(3))).first();
        assertThat(one.became().outcomes()).isEqualTo(new TickOutcomes(3_920, 0, 0, 0, 80, 0));
        assertThat(one.became().outcomesSoonest()).isEqualTo(new TickOutcomes(3_970, 0, 0, 0, 30, 0));
    }

    @Test
    void unmeasuredCaseHasOneAttribution() {
        CaseComparison one = new MatrixFixture(directory)
                .with("PV-001", List.of(neverMeasured(1)))
                .first();
        assertThat(one.became().outcomes()).isEqualTo(new TickOutcomes(0, 0, 0, 0, 0, 0));
        assertThat(one.became().outcomesSoonest()).isNull();
    }

    @Test
    void ranksAnUnmeasuredRunAboveAllOthers() {
        MatrixFixture fixture = new MatrixFixture(directory);
        List<Attempt> attempts = List.of(fixture.attempt(1, 1, "PV-001", valid(1_000), List.of()), neverMeasured(2));
        CaseComparison one = fixture.with("PV-001", attempts).first();
        FigureOverRuns p50 = point(one, "responseNs", 50);
        assertThat(p50).isEqualTo(new FigureOverRuns(0, null, true, 1_000, null, 2, 1, false, 1_000));
        FigureComparison figure = Objects.requireNonNull(one.figure("responseNs", ComparedFigure.P50));
        assertThat(p50).isEqualTo(figure.overRuns());
    }

    @Test
    void caseThatWasNotRunHasNoDifferences() {
        MatrixComparison comparison = new MatrixFixture(directory)
                .with("PV-001", 1_000)
                .notRun("PV-002", "zing", "unmanaged", "no Zing JVM")
                .compare();
        assertThat(comparison.cases().get(1).differences()).isEmpty();
    }

    @Test
    void ignoresFactsThatDifferInEveryRun() {
        MatrixFixture fixture = new MatrixFixture(directory)
                .with("PV-001", 1_000, 1_000)
                .with("PV-002", "zing", "unmanaged", valid(1_000), valid(1_000));
        for (int run = 1; run <= 2; run++) {
            for (String name : List.of("PV-001", "PV-002")) {
                fixture.write(
                        name + "/run-" + run,
                        valid(1_000),
                        Map.of("bootId", name + run, "kernel", name, "fingerprint", name, "clockCheck", name),
                        "java -jar app.jar");
            }
        }
        assertThat(fixture.compare().cases().get(1).differences())
                .containsExactly(new Difference("kernel", "PV-001", "PV-002"));
    }
}
