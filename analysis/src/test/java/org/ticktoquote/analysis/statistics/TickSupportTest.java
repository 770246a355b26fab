package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Support of a series read in two passes, equal to the exact one up to the bucket width. */
final class TickSupportTest {
    private static final long MS = Series.MS;
    private static final double[] SHARES = {0.5, 0.1, 0.01, 0.001, 0.0001};

    private static TickSupport support(int ticks, long everyNs, LongUnaryOperator valueNs) {
        TickSupport support = new TickSupport();
        Histogram values = new Histogram(3);
        long[] lost = new long[1];
        Series.of(ticks, everyNs, valueNs).each((intendedNs, value) -> {
            if (value == TickSeries.LOST) {
                lost[0]++;
            } else {
                values.recordValue(value);
            }
        });
        support.add(values, lost[0]);
        Series.of(ticks, everyNs, valueNs).each(support::tick);
        return support;
    }

    private static boolean[] supported(Support support) {
        boolean[] supported = new boolean[SHARES.length];
        for (int i = 0; i < SHARES.length; i++) {
            supported[i] = support.effectiveBeyond(SHARES[i]) >= Support.MIN_INDEPENDENT;
        }
        return supported;
    }

    @Test
    void independentValuesSupportEveryPercentileWithTenBeyond() {
        long[] values = Series.exponential(150_000, 1);
        TickSupport support = support(values.length, 2 * MS, i -> values[(int) i]);
        ClientStatistics exact = Series.independent(values.length, 2 * MS, 1);
        assertThat(supported(support)).containsExactly(true, true, true, true, true);
        for (double share : SHARES) {
            assertThat(support.effectiveBeyond(share))
                    .isBetween(0.9 * exact.effectiveBeyond(share) - 1, 1.1 * exact.effectiveBeyond(share) + 1);
        }
    }

    @Test
    void oneBadSecondSupportsNoPercentileBeyondIt() {
        TickSupport support =
                support(8_400, 2 * MS, i -> i >= 4_000 && i < 4_504 && i % 6 == 0 ? 50 * MS : MS + i * 7_919 % MS);
        assertThat(supported(support)).containsExactly(true, true, false, false, false);
    }

    @Test
    void constantSupportsPercentilesWithEnoughTicks() {
        assertThat(supported(support(20_000, 50 * MS, i -> MS))).containsExactly(true, true, true, true, false);
    }

    @Test
    void lostTicksAreBeyondEveryValue() {
        TickSupport support = support(20_000, 200 * MS, i -> i % 100 == 7 ? TickSeries.LOST : MS);
        assertThat(support.ticks()).isEqualTo(20_000);
        assertThat(support.lost()).isEqualTo(200);
        assertThat(support.effectiveBeyond(0.01)).isCloseTo(200, within(0.1));
        assertThat(support.effectiveBeyond(0.001)).as("among the lost").isZero();
    }

    @Test
    void outageIsOneEventForAnySelectionOfItsTicks() {
        TickSupport support = support(20_000, 20 * MS, i -> i >= 19_000 ? TickSeries.LOST : MS + i * 7_919 % MS);
        assertThat(support.effectiveBeyond(0.06)).isBetween(1.0, 2.0);
        assertThat(support.effectiveBeyond(0.01)).isZero();
        assertThat(Support.of(Series.of(20_000, 20 * MS, i -> i >= 19_000 ? TickSeries.LOST : MS + i * 7_919 % MS))
                        .effectiveBeyond(0.06))
                .isBetween(1.0, 2.0);
    }

    @Test
    void emptySeriesHasNoSupport() {
        assertThat(new TickSupport().effectiveBeyond(0.5)).isZero();
    }
}
