package org.ticktoquote.analysis.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.slo.LevelJudgeTest.NO_STALLS;
import static org.ticktoquote.analysis.slo.LevelJudgeTest.every;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.TailFigures;

/** Influence of support and harness delays on the state of a level. */
final class LevelSupportTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path directory;

    private int files;

    private static LevelOutcome outcome(
            String level,
            TickResults results,
            ToDoubleBiFunction<Latency, Double> support,
            LongBinaryOperator stalledNs,
            String tailDoubt) {
        LevelJudge.Part part = new LevelJudge.Part(results, support);
        return new LevelJudge(part, part, 0, List.of(), stalledNs, tailDoubt)
                .outcomes(List.of(ServiceLevel.parse(level)), Workers.ALONE)
                .get(0);
    }

    /** Ten ticks: the given number is answered after 9 ms, the others after 1 ms. */
    private TickResults tenTicks(int late) {
        long[] responses = new long[10];
        Arrays.fill(responses, MS);
        Arrays.fill(responses, 0, late, 9 * MS);
        return LevelJudgeTest.oneSession(directory.resolve("ten" + files++), every(MS, 10), responses);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p50 of response < 5 ms | 2 | 9 | UNDECIDED | only 9 independent episodes lie beyond p50",
                "p50 < 5 ms | 2 | 1 | UNDECIDED | only 1 independent episode lies beyond p50",
                "p50 of response < 5 ms | 2 | 10 | MET | ''",
                "p50 in any 5 ticks < 10 ms | 2 | 3 | UNDECIDED | only 3 independent episodes lie beyond p50",
                "p90 of response < 5 ms | 3 | 9 | UNDECIDED | only 9 independent episodes lie later than 5 ms",
                "p90 of response < 5 ms | 3 | 10 | BROKEN | ''",
                "p90 of response < 5 ms | 6 | 1 | BROKEN | ''",
                "80 % of quotes within 5 ms | 2 | 0 | MET | ''",
                "80 % of quotes within 5 ms | 3 | 0 | BROKEN | ''",
                "no answer later than 9 ms | 3 | 0 | MET | ''",
                "no answer later than 8 ms | 1 | 0 | BROKEN | ''"
            })
    void percentilesNeedIndependentEpisodesUnlikeCounts(
            String level, int late, int independent, LevelState state, String why) {
        try (TickResults results = tenTicks(late)) {
            LevelOutcome outcome = outcome(level, results, (latency, share) -> independent, NO_STALLS, "");
            assertThat(outcome.state()).isEqualTo(state);
            assertThat(outcome.why()).isEqualTo(why);
            assertThat(outcome.figures().worst()).isNotNull();
        }
    }

    @Test
    void usesSupportBeyondThePercentileIfMetAndBeyondTheLimitIfBroken() {
        List<Double> asked = new ArrayList<>();
        ToDoubleBiFunction<Latency, Double> support = (latency, share) -> {
            asked.add(share);
            return 10;
        };
        try (TickResults results = tenTicks(3)) {
            outcome("p60 < 5 ms", results, support, NO_STALLS, "");
            outcome("p80 < 5 ms", results, support, NO_STALLS, "");
        }
        assertThat(asked).containsExactly(0.4, 0.3);
    }

    @Test
    void tailDelayedByTheHarnessIsUndecided() {
        String half = TailFigures.doubt(new TailFigures(10, 5, false), true);
        String less = TailFigures.doubt(new TailFigures(10, 4, true), true);
        try (TickResults results =
                LevelJudgeTest.oneSession(directory.resolve("tail"), every(MS, 1_000), new long[1_000])) {
            LevelOutcome tail = outcome("p99.9 < 5 ms", results, (latency, share) -> 10, NO_STALLS, half);
            assertThat(tail.state()).isEqualTo(LevelState.UNDECIDED);
            assertThat(tail.why()).isEqualTo("harness delays overlap 5 of the 10 responses beyond p99.9");
            assertThat(outcome(
                                    "p99.9 < 5 ms",
                                    results,
                                    (latency, share) -> 10,
                                    NO_STALLS,
                                    TailFigures.doubt(null, true))
                            .why())
                    .isEqualTo("harness delays beyond p99.9 are unknown");
            assertThat(outcome("p99.9 < 5 ms", results, (latency, share) -> 10, NO_STALLS, less)
                            .state())
                    .isEqualTo(LevelState.MET);
            assertThat(outcome("p99 < 5 ms", results, (latency, share) -> 10, NO_STALLS, half)
                            .state())
                    .isEqualTo(LevelState.MET);
        }
    }

    /** One session; every tick is sent 3 ms late, and the clients stall for 2 ms before each answer. */
    @ParameterizedTest
    @CsvSource({
        "p50 of response < 4 ms, BROKEN",
        "p50 of response < 5 ms, UNDECIDED",
        "p50 of last-client < 4 ms, BROKEN",
        "p50 of last-client < 5 ms, UNDECIDED",
        "p50 of first-client in any 5 ticks < 5 ms, UNDECIDED",
        "p50 of median-client in any 2 ms < 5 ms, UNDECIDED",
        "p50 of service < 4 ms, BROKEN",
        "p50 of service < 5 ms, UNDECIDED",
        "p50 of service < 7 ms, MET",
        "50 % of quotes within 5 ms, BROKEN",
        "no answer later than 5 ms, BROKEN"
    })
    void delaysOfTheHarnessDoNotBreakALevel(String level, LevelState state) {
        LongBinaryOperator stalledNs = (from, to) -> to - from == 6 * MS ? 2 * MS : 0;
        try (TickResults results = TickResults.create(directory.resolve("delayed"), 1)) {
            for (int i = 0; i < 10; i++) {
                long tick = results.append(i * MS, (i + 3) * MS, 0, 0, 1);
                results.setCell(tick, 0, LevelJudgeTest.cell(9 * MS));
                results.setClients(tick, 9 * MS, 9 * MS, 9 * MS, 0);
            }
            LevelOutcome outcome = outcome(level, results, (latency, share) -> 10, stalledNs, "");
            assertThat(outcome.state()).isEqualTo(state);
            assertThat(outcome.why())
                    .isEqualTo(
                            state == LevelState.UNDECIDED
                                    ? "without replay lag and stalls of the harness it is met"
                                    : "");
        }
    }
}
