package org.ticktoquote.replayer.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.ticktoquote.replayer.statistics.StreamCounter.SlidingPeak;

class SlidingPeakTest {
    private static int peak(long width, long... times) {
        SlidingPeak peak = new SlidingPeak(width);
        Arrays.stream(times).forEach(peak::add);
        return peak.peak();
    }

    @Test
    void excludesEndOfTheWindow() {
        assertThat(peak(10, 0, 10)).isEqualTo(1);
        assertThat(peak(10, 0, 9)).isEqualTo(2);
    }

    @Test
    void agreesWithCountingEveryWindow() {
        for (long seed = 0; seed < 50; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            long[] times = random.longs(200, 0, 400).sorted().toArray();
            long width = 1L + random.nextInt(100);
            long expected = Arrays.stream(times)
                    .map(from -> Arrays.stream(times)
                            .filter(t -> t >= from && t < from + width)
                            .count())
                    .max()
                    .orElseThrow();
            assertThat(peak(width, times)).as("seed %d", seed).isEqualTo((int) expected);
        }
    }
}
