package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.matching.ManifestFixture;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.SessionPlan;

final class RunMeasuresTest {
    static final MatchPlan PLAN = ManifestFixture.planById(
            List.of(new SessionPlan(0, "a", 0, List.of(0)), new SessionPlan(1, "b", 0, List.of(0))),
            1,
            new Conflation(Conflation.NONE, 0),
            1_000,
            1);

    @TempDir
    Path directory;

    private void measureWith(long first, long second) {
        try (TickResults results = TickResults.create(directory.resolve("r"), 2)) {
            results.append(1, 1, 0, 0, 1);
            results.setCell(1, 0, first);
            results.setCell(1, 1, second);
            RunMeasures.of(
                    results, results, new Distribution("quoteAgeNs", "", 0), PLAN, true, Basis.SOUND, Workers.ALONE);
        }
    }

    @Test
    void failsLoudlyWhenATickIsUndecidedAtAPlannedSession() {
        assertThatThrownBy(() ->
                        measureWith(ResultCell.of(ResultCell.PUBLISHED, 5), ResultCell.of(ResultCell.NOT_PLANNED)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("outcomes add up to 1", "are 2");
    }

    /** The first tick was sent 5 us early; the clock uncertainty of the plan is 1 us. */
    private RunMeasures measured(boolean modelKnown) {
        try (TickResults results = TickResults.create(directory.resolve("r"), 2)) {
            results.append(10_000, 5_000, 0, 0, 1);
            results.setCell(1, 0, ResultCell.of(ResultCell.PUBLISHED, 6_000_000));
            results.setCell(1, 1, ResultCell.of(ResultCell.LOST));
            results.append(20_000, 20_000, 0, 0, 1);
            results.setCell(2, 0, ResultCell.of(ResultCell.PUBLISHED, -9_000));
            results.setCell(2, 1, ResultCell.of(ResultCell.PUBLISHED, 1_000_000));
            Distribution quoteAge = new Distribution("quoteAgeNs", "", 1_000);
            quoteAge.record(-2_000);
            quoteAge.record(-2_000);
            quoteAge.record(-1_000);
            return RunMeasures.of(results, results, quoteAge, PLAN, modelKnown, Basis.SOUND, Workers.ALONE);
        }
    }

    @Test
    void countsEachValueThatContradictsTheClocksOnce() {
        assertThat(measured(true).negativeBeyondUncertainty())
                .as("one of the service, two of the quote age, one of the replay lag")
                .isEqualTo(4);
    }

    @Test
    void countsResponsesPerGroupAndAboveEachThreshold() {
        RunMeasures measures = measured(true);
        assertThat(measures.all().responses()).isEqualTo(4);
        assertThat(beyond(measures.all())).containsExactly(2L, 2L, 1L, 1L, 1L, 1L, 1L);
        assertThat(measures.sessions().get(0).responses()).isEqualTo(2);
        assertThat(beyond(measures.sessions().get(0))).containsExactly(1L, 1L, 0L, 0L, 0L, 0L, 0L);
        assertThat(beyond(measures.sessions().get(1))).containsExactly(1L, 1L, 1L, 1L, 1L, 1L, 1L);
        assertThat(measures.pairs().get(0).responses()).isEqualTo(4);
        assertThat(measures.pairs().get(0).ticks()).isEqualTo(2);
    }

    private static List<Long> beyond(Group group) {
        return IntStream.range(0, Staleness.THRESHOLDS_NS.size())
                .mapToObj(group::beyond)
                .toList();
    }

    private static String label(RunMeasures measures, Latency latency) {
        return Objects.requireNonNull(measures.latencies().get(latency))
                .figures()
                .label();
    }

    @Test
    void labelsLatenciesIfDueTicksAreUnknown() {
        RunMeasures unknown = measured(false);
        String everyDueTick = "intended -> first snapshot at least as new, every due tick x session";
        assertThat(label(unknown, Latency.RESPONSE)).isEqualTo("response: " + everyDueTick + " (due unknown, all)");
        assertThat(label(unknown, Latency.SERVICE))
                .isEqualTo("service: sent -> first snapshot at least as new, every due tick x session (due unknown,"
                        + " all)");
        assertThat(label(unknown, Latency.RESPONSE_PUBLISHED))
                .isEqualTo("response (published): directly published ticks only");
        assertThat(label(unknown, Latency.REPLAY_LAG)).isEqualTo("replay lag: intended -> sent, every tick");
        RunMeasures known = measured(true);
        assertThat(label(known, Latency.RESPONSE)).isEqualTo("response: " + everyDueTick);
        assertThat(known.latencies()).doesNotContainKey(Latency.RESPONSE_PUBLISHED);
    }
}
