package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Support of a percentile: independent ticks beyond it, never more for a higher one. */
final class SupportTest {
    private static final long MS = Series.MS;
    private static final double[] SHARES = {0.5, 0.1, 0.01, 0.001, 0.0001};

    private static boolean supported(ClientStatistics run, double share) {
        return PercentileBound.of(List.of(run), share).supported();
    }

    private static void assertFalling(ClientStatistics run) {
        double before = Double.MAX_VALUE;
        for (double share : SHARES) {
            assertThat(run.effectiveBeyond(share)).as("beyond %s", share).isLessThanOrEqualTo(before);
            before = run.effectiveBeyond(share);
        }
    }

    @Test
    void independentValuesSupportEveryPercentileWithTenBeyond() {
        ClientStatistics run = Series.independent(150_000, 2 * MS, 1);
        for (double share : SHARES) {
            assertThat(supported(run, share)).as("beyond %s", share).isTrue();
        }
        assertThat(supported(run, 0.00005)).isFalse();
        assertFalling(run);
    }

    @Test
    void oneBadSecondSupportsNothing() {
        // 84 late ticks, separated by 5 good ones: 84 episodes if separated by ticks only
        ClientStatistics run =
                Series.statistics(8_400, 2 * MS, i -> i >= 4_000 && i < 4_504 && i % 6 == 0 ? 50 * MS : MS + i);
        assertThat(supported(run, 0.01)).isFalse();
        assertThat(supported(run, 0.001)).isFalse();
        assertFalling(run);
    }

    @Test
    void constantSupportsPercentilesWithEnoughTicks() {
        ClientStatistics run = Series.statistics(20_000, 50 * MS, i -> MS);
        assertThat(List.of(supported(run, 0.5), supported(run, 0.01), supported(run, 0.001), supported(run, 0.0001)))
                .containsExactly(true, true, true, false);
        assertFalling(run);
        PercentileBound median = PercentileBound.of(List.of(run, run), 0.5);
        assertThat(median.lowNs()).isBetween(922_000L, MS);
        assertThat(median.highNs()).isBetween(MS, 1_079_000L);
    }

    /** One slow session of 25 is no event: it simply is the last client. */
    @Test
    void oneSlowSessionLeavesTheMedianSupported() {
        ClientStatistics fast = Series.independent(20_000, 2 * MS, 2);
        ClientStatistics slow = Series.statistics(20_000, 2 * MS, i -> 5 * MS + (i * 7_919) % MS);
        assertThat(List.of(supported(fast, 0.5), supported(slow, 0.5), supported(slow, 0.01)))
                .containsExactly(true, true, true);
    }

    @Test
    void slowHalfOfTheRunIsOneEvent() {
        ClientStatistics run = Series.statistics(20_000, 2 * MS, i -> (i < 10_000 ? MS : 9 * MS) + i);
        assertThat(supported(run, 0.5)).isFalse();
        assertThat(supported(run, 0.01)).isFalse();
    }
}
