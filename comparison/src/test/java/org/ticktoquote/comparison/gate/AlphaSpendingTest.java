package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class AlphaSpendingTest {
    private static void assertLevels(List<Double> levels, double tolerance, double... expected) {
        assertThat(levels).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(levels.get(i)).as("look %d", i + 1).isCloseTo(expected[i], within(expected[i] * tolerance));
        }
    }

    /** The same integral computed by another program. Published simulated levels are within 1.3 % of these. */
    @Test
    void fourStatisticsShareTheFailLevel() {
        assertLevels(GatePolicy.RELEASE.failLevels(), 1e-4, 0.00016875, 0.000343294, 0.000591473, 0.00124366);
        assertLevels(GatePolicy.RELEASE.failLevels(), 0.013, 0.000168, 0.000339, 0.000595, 0.00125);
    }

    @Test
    void eachStatisticHasTheWholePassLevel() {
        assertLevels(GatePolicy.RELEASE.passLevels(), 0.006, 0.0045, 0.0101, 0.0185, 0.0397);
    }

    @Test
    void singleLookSpendsTheWholeLevel() {
        assertThat(AlphaSpending.levels(0.05, List.of(10)).get(0)).isCloseTo(0.05, within(1e-9));
    }
}
