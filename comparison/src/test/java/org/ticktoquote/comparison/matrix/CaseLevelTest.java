package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture.Run;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;
import org.ticktoquote.comparison.report.MatrixReport;
import org.ticktoquote.core.run.Seal;

/** State of a case's service level, depending on its runs. */
final class CaseLevelTest {
    static final String LEVEL = "no answer later than 5 ms";

    @TempDir
    Path directory;

    static LevelOutcome outcome(LevelState state) {
        String why = state == LevelState.UNDECIDED ? "too short" : "";
        return new LevelOutcome(LEVEL, 5_000_000, state, why, LevelFigures.NONE, null);
    }

    /** Creates a case that plans three runs, with one run per given state. */
    private MatrixFixture runs(LevelState... states) {
        MatrixFixture fixture = new MatrixFixture(directory);
        List<Attempt> attempts = new ArrayList<>();
        for (LevelState state : states) {
            fixture.judged(outcome(state));
            attempts.add(fixture.attempt(attempts.size() + 1, 1, "A", valid(1_000), List.of()));
        }
        return fixture.with("A", "j", "t", "", attempts).heldTo(LEVEL);
    }

    private static CaseLevel level(MatrixFixture fixture) {
        return fixture.first().serviceLevels().get(0);
    }

    /** Three runs are planned; the figures are the numbers of runs that met it, broke it and are undecided. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MET MET MET          | MET       | 3 | 0 | 0 | ''
            MET BROKEN UNDECIDED | BROKEN    | 1 | 1 | 1 | broken in 1 of 3 runs: A/run-2
            MET UNDECIDED MET    | UNDECIDED | 2 | 0 | 1 | A/run-2 (too short)
            MET MET              | UNDECIDED | 2 | 0 | 0 | runs are missing: 2 of 3 count
            """)
    void stateFollowsFromTheRuns(String runs, LevelState state, int met, int broken, int undecided, String why) {
        LevelState[] states =
                Arrays.stream(runs.split(" ")).map(LevelState::valueOf).toArray(LevelState[]::new);
        assertThat(level(runs(states))).isEqualTo(new CaseLevel(LEVEL, state, met, broken, undecided, why));
    }

    @Test
    void isUndecidedIfNoRunWasAnalysedForIt() {
        assertThat(level(new MatrixFixture(directory).with("A", 1_000).heldTo(LEVEL))
                        .why())
                .isEqualTo("A/run-1 (not analysed for this level; add it with t2q analyze --slo)");
        MatrixFixture none = new MatrixFixture(directory).notRun("A", "j", "t", "no Zing JVM");
        assertThat(level(none.heldTo(LEVEL)))
                .isEqualTo(new CaseLevel(LEVEL, LevelState.UNDECIDED, 0, 0, 0, "not run: no Zing JVM"));
    }

    @Test
    void aVoidRunDoesNotCount() {
        MatrixFixture fixture = new MatrixFixture(directory).judged(outcome(LevelState.BROKEN));
        fixture.with("A", "j", "t", new Run(Verdict.VOID, 1_000, 0)).heldTo(LEVEL);
        assertThat(level(fixture).state()).isEqualTo(LevelState.UNDECIDED);
        assertThat(level(fixture).broken()).isZero();
    }

    @Test
    void isReportedInTextAndFile() throws Exception {
        MatrixComparison comparison =
                runs(LevelState.MET, LevelState.BROKEN, LevelState.MET).compare();
        List<String> lines = MatrixReport.write(comparison, directory).lines();
        assertThat(String.join("", lines)).contains("Service levels: 0 met, 1  broken, 0 undecided.");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("A: " + LEVEL)
                        .contains("broken", "broken in 1 of 3 runs: A/run-2"));
        MatrixFiles.write(comparison, directory);
        assertThat(Files.readString(directory.resolve(MatrixFiles.COMPARISON)))
                .containsPattern("\"serviceLevels\" : \\[ \\{\\s+\"level\" : \"" + LEVEL + "\"")
                .contains("\"state\" : \"broken\"");
    }

    @Test
    void summaryWithAnIncompleteLevelIsRefused() throws Exception {
        MatrixFixture fixture = runs(LevelState.MET);
        Path summary = directory.resolve("A/run-1/summary.json");
        String text = Files.readString(summary);
        String half = text.substring(0, text.lastIndexOf(",\n")).replace("\"state\" : \"met\"", "\"state\" : null");
        Files.writeString(summary, Seal.put(half + "\n}"));
        assertThat(fixture.first().attempts().others())
                .singleElement()
                .satisfies(run -> assertThat(run.why()).contains("serviceLevels: level, state and why must be there"));
    }
}
