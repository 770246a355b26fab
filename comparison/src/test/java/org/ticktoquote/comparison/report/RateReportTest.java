package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.rate.RateAnswer.AT_LEAST;
import static org.ticktoquote.core.command.ExitStatus.UNDECIDED;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.rate.RateAnswer;
import org.ticktoquote.comparison.rate.RateOutcome;
import org.ticktoquote.comparison.rate.RateResult;
import org.ticktoquote.comparison.rate.RateScene;
import org.ticktoquote.core.command.ExitStatus;

/** Reports of searches with known runs. */
class RateReportTest {
    private static final String LATE = "replay lag p99 61 ms, limit 50 ms";

    private static final String SPEED_1 = "speed 1 (1,000 ticks/s, peak 3,000/s over 100 ms)";

    private static final String SPEED_2 = "speed 2 (2,000 ticks/s, peak 6,000/s over 100 ms)";

    private static final String BROKEN = ": p99 of response < 5 ms: 6.10 ms, 400 late of 35,000 (2 of 2 runs).";

    private static final String NOT_DECIDED =
            " the levels are undecided: p99 of response < 5 ms: too few values (2 of 2 runs). Use a longer --window for"
                    + " more ticks.";

    private static final String NO_RUN_COUNTS =
            " no run counts: " + LATE + ". A VOID run does not measure the application.";

    @TempDir
    private Path folder;

    private static void assertSays(RateScene scene, RateAnswer answer, ExitStatus status, String sentence) {
        RateResult result = scene.result();
        assertThat(result.answer()).isEqualTo(answer);
        assertThat(result.answer().status()).isEqualTo(status);
        assertThat(new RateReport(result).sentence()).isEqualTo(sentence);
        assertThat(RateReport.of(result).html()).contains("Rate search");
    }

    @Test
    void reportsTheLimitAndTheBrokenLevel() {
        RateScene scene = RateScene.to(16).holds(1, 900_000).holds(2, 1_000_000).broken(4, 6_100_000);
        String sentence = "All levels hold up to " + SPEED_2 + ". At speed 4 they do not" + BROKEN;
        assertSays(scene, RateAnswer.FOUND, ExitStatus.OK, sentence);
    }

    @Test
    void reportsThatLevelsHoldUpToTheHighestRate() {
        RateScene scene = RateScene.to(2).holds(1, 900_000).holds(2, 1_000_000);
        String sentence = "All levels hold up to " + SPEED_2 + ", the highest rate of the search. The limit is higher.";
        assertSays(scene, RateAnswer.HOLDS_THROUGHOUT, ExitStatus.OK, sentence);
    }

    @Test
    void reportsAWindowTooShortForHigherRates() {
        RateScene scene = RateScene.to(100, 2).holds(1, 900_000).holds(2, 1_000_000);
        String sentence =
                "All levels hold at " + SPEED_2 + ". The limit is unknown. Higher speeds would replay the window in"
                        + " less than 1 s. Use a longer --window.";
        assertSays(scene, AT_LEAST, UNDECIDED, sentence);
    }

    @Test
    void ratesTheHarnessCannotDriveAreNotAFailure() {
        RateScene one = RateScene.to(16).holds(1, 900_000).voids(2, LATE);
        String known = "All levels hold at " + SPEED_1 + ". The limit is unknown. At speed 2" + NO_RUN_COUNTS;
        assertSays(one, AT_LEAST, UNDECIDED, known);
        RateScene none = RateScene.to(16).voids(1, LATE);
        assertSays(none, RateAnswer.VOID_AT_LOWEST, ExitStatus.VOID, "No result. At speed 1" + NO_RUN_COUNTS);
    }

    @Test
    void reportsUndecidedLevels() {
        RateScene one = RateScene.to(16).holds(1, 900_000).undecided(2);
        String known = "All levels hold at " + SPEED_1 + ". The limit is unknown. At speed 2" + NOT_DECIDED;
        assertSays(one, AT_LEAST, UNDECIDED, known);
        RateScene none = RateScene.to(16).undecided(1);
        assertSays(none, RateAnswer.UNDECIDED_AT_LOWEST, UNDECIDED, "No result. At speed 1" + NOT_DECIDED);
    }

    @Test
    void reportsThatTheLowestRateDoesNotHold() {
        RateScene scene = RateScene.to(16).failed(1, "the application ended.");
        String sentence = "The levels do not hold at speed 1, the lowest rate: the application FAILED: the application"
                + " ended (2 of 2 runs). Use a lower --from.";
        assertSays(scene, RateAnswer.BROKEN_AT_LOWEST, ExitStatus.FAILED, sentence);
    }

    @Test
    void unfinishedSearchReportsItsProgress() {
        RateScene scene = RateScene.to(16).holds(1, 900_000).broken(4, 6_100_000);
        String sentence = "Not finished. So far all levels hold at " + SPEED_1 + "; they do not at speed 4" + BROKEN;
        assertSays(scene, RateAnswer.UNFINISHED, ExitStatus.INTERRUPTED, sentence);
    }

    @Test
    void reportsContradictions() {
        RateResult result = RateScene.to(16)
                .torn(1, RateOutcome.HOLDS)
                .torn(2, RateOutcome.BROKEN)
                .holds(4, 1_000_000)
                .result();
        assertThat(result.contradictions())
                .containsExactly(
                        "at 1, 1 of 3 runs did not meet all levels, the majority did",
                        "at 2, 1 of 3 runs met all levels, the majority did not",
                        "the levels hold at 4 and not at a lower speed");
        assertThat(RateReport.of(result).lines())
                .anyMatch(line -> line.startsWith("The limit is not sharp: at 1, 1 of 3 runs"));
        assertThat(RateReport.of(result).html()).contains("The limit is not sharp");
    }

    @Test
    void describesEachRunInOneLine() {
        RateResult result = RateScene.to(16).holds(1, 900_000).voids(2, LATE).result();
        assertThat(result.runs().stream().map(RateReport::line))
                .contains(
                        "speed 1, run 1: 1,000 ticks/s, peak 3,000/s over 100 ms offered; MET p99 of response < 5 ms: 900 us,"
                                + " 30 late of 35,000",
                        "speed 2, run 1 attempt 2: 2,000 ticks/s, peak 6,000/s over 100 ms offered; does not count: "
                                + LATE);
    }

    @Test
    void pageLinksToTheRunsAndTheFileListsThemAll() throws Exception {
        RateResult result = RateScene.to(16)
                .holds(1, 900_000)
                .holds(2, 1_000_000)
                .broken(4, 6_100_000)
                .result();
        assertThat(RateReport.of(result).html())
                .contains(
                        "<a href=\"speed-4/run-2/report.html\">speed-4/run-2</a>",
                        "holds at 2",
                        "broken at 4",
                        "p99.9");
        result.write(folder);
        assertThat(Files.readString(folder.resolve(RateResult.FILE)))
                .contains("\"answer\" : \"found\"", "\"directory\" : \"speed-4/run-2\"", "\"peakPerSecond\" : 12000.0");
    }
}
