package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Steps are contiguous and do not overlap. */
final class CauseByValueTest {
    @Test
    void everyResponseIsWithinTheEdgesOfItsStep() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            assertWithin((long) Math.pow(10, 12 * random.nextDouble()));
        }
        for (int step = 0; step <= 120; step++) {
            long edge = CauseByValue.edge(step);
            assertWithin(edge);
            assertWithin(Math.max(1, edge - 1));
        }
    }

    @Test
    void oneSecondStartsAStep() {
        assertThat(CauseByValue.step(1_000_000_000)).isEqualTo(90);
        assertThat(CauseByValue.edge(90)).isEqualTo(1_000_000_000);
        assertThat(CauseByValue.step(999_999_999)).isEqualTo(89);
        assertThat(CauseByValue.step(0)).isZero();
    }

    private static void assertWithin(long ns) {
        int step = CauseByValue.step(ns);
        assertThat(ns).isBetween(CauseByValue.edge(step), CauseByValue.edge(step + 1) - 1);
    }
}
