package org.ticktoquote.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Intervals added in a batch, compared with intervals added one by one. */
final class StaleIntervalBufferTest {
    private static final int DISTRIBUTIONS = 5;

    private static TimeDistribution[] distributions() {
        return Stream.generate(TimeDistribution::new).limit(DISTRIBUTIONS).toArray(TimeDistribution[]::new);
    }

    @Test
    void addsEachIntervalToItsOwnDistributions() {
        SplittableRandom random = new SplittableRandom(7);
        TimeDistribution[] alone = distributions();
        TimeDistribution[] together = distributions();
        StaleIntervalBuffer stretches = new StaleIntervalBuffer(together);
        for (int i = 0; i < 1_000; i++) {
            int one = random.nextInt(2);
            int other = 2 + random.nextInt(3);
            long from = random.nextBoolean() ? 0 : random.nextLong(1L << random.nextInt(1, 40));
            long to = from + (random.nextInt(10) == 0 ? 0 : random.nextLong(1L << random.nextInt(1, 40)));
            stretches.add(one, other, from, to);
            alone[one].addInterval(from, to);
            alone[other].addInterval(from, to);
        }

        stretches.flush();

        for (int i = 0; i < DISTRIBUTIONS; i++) {
            assertThat(together[i].beyond("n", "l", 1))
                    .as("distribution %d", i)
                    .isEqualTo(alone[i].beyond("n", "l", 1));
            assertThat(together[i].meanNs(1)).isEqualTo(alone[i].meanNs(1));
        }
    }

    @Test
    void flushesEachIntervalOnce() {
        TimeDistribution[] distributions = distributions();
        StaleIntervalBuffer stretches = new StaleIntervalBuffer(distributions);
        stretches.add(0, 1, 10, 30);

        stretches.flush();
        stretches.flush();

        assertThat(distributions[0].staleNs()).isEqualTo(20);
        assertThat(distributions[1].staleNs()).isEqualTo(20);
        assertThat(distributions[2].staleNs()).isZero();
    }
}
