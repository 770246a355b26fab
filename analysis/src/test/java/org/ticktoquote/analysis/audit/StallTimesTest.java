package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StallTimesTest {
    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void coversWhatCountingEachNanosecondFinds(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<TimeInterval> spans = new ArrayList<>();
        boolean[] stalled = new boolean[200];
        for (int i = random.nextInt(12); i > 0; i--) {
            int from = random.nextInt(190);
            int to = from + random.nextInt(10);
            spans.add(new TimeInterval(from, to));
            for (int ns = from; ns < to; ns++) {
                stalled[ns] = true;
            }
        }
        StallTimes times = new StallTimes(spans);
        for (int from = 0; from < stalled.length; from += 1 + random.nextInt(3)) {
            for (int to = from; to < stalled.length; to += 1 + random.nextInt(5)) {
                int expected = 0;
                for (int ns = from; ns < to; ns++) {
                    expected += stalled[ns] ? 1 : 0;
                }
                assertThat(times.coveredNs(from, to))
                        .as("seed %d, %d to %d of %s", seed, from, to, spans)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void coversNothingWithoutStalls() {
        assertThat(new StallTimes(List.of()).coveredNs(1, 1_000)).isZero();
    }
}
