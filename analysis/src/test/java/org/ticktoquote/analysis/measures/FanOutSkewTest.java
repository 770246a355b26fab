package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.measures.RunMeasuresTest.PLAN;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/** One tick at two sessions under two attributions. */
final class FanOutSkewTest {
    private static final long LOST = ResultCell.of(ResultCell.LOST);

    @TempDir
    Path directory;

    private static long at(long responseNs) {
        return ResultCell.of(ResultCell.PUBLISHED, responseNs);
    }

    private TickResults results(String name, long one, long other) {
        TickResults results = TickResults.create(directory.resolve(name), 2);
        results.append(1, 1, 0, 0, 1);
        results.setCell(1, 0, one);
        results.setCell(1, 1, other);
        return results;
    }

    private static LatencyFigures skew(TickResults results, TickResults other) {
        return RunMeasures.of(
                        results, other, new Distribution("quoteAgeNs", "", 0), PLAN, true, Basis.SOUND, Workers.ALONE)
                .latencies()
                .get(Latency.FAN_OUT_SKEW)
                .figures();
    }

    @Test
    void liesBetweenTheSoonestFirstAndTheLatestLastClient() {
        try (TickResults soonest = results("soonest", at(1), at(10));
                TickResults latest = results("latest", at(8), at(12))) {
            assertThat(skew(soonest, latest).max()).isEqualTo(2);
            assertThat(skew(latest, soonest).max()).isEqualTo(11);
            assertThat(skew(latest, latest).max()).isEqualTo(4);
        }
    }

    @Test
    void isNeverNegativeAndIsLostIfTheLastClientIsLost() {
        try (TickResults soonest = results("soonest", at(1), at(2));
                TickResults latest = results("latest", LOST, LOST)) {
            assertThat(skew(soonest, latest).max()).isZero();
            assertThat(skew(soonest, latest).negative()).isZero();
            assertThat(skew(latest, soonest).censored()).isEqualTo(1);
        }
    }

    @Test
    void ticksAnsweredAtTheSameTimeByBothAttributionsAreCertain() {
        try (TickResults soonest = results("soonest", at(1), LOST);
                TickResults latest = results("latest", ResultCell.of(ResultCell.CONFLATED, 1), LOST);
                TickResults other = results("other", at(2), at(9))) {
            assertThat(certain(soonest, latest, true)).isEqualTo(2);
            assertThat(certain(soonest, latest, false)).isZero();
            assertThat(certain(soonest, other, true)).isZero();
        }
    }

    private static long certain(TickResults soonest, TickResults latest, boolean sound) {
        return Certainty.mark(soonest, latest, 1, (session, pair) -> sound, false, Workers.ALONE)
                .certain();
    }
}
