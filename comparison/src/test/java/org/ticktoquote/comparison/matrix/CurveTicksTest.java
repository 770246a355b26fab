package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.LateBlocks;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.comparison.matrix.CaseBound.CurveTicks;

/** Bounds from a curve contain the bounds from its values and are only slightly wider. */
final class CurveTicksTest {
    private static final int TICKS = 50_000;
    private static final long TICK_NS = 2_000_000;

    private static TickSeries series(long seed, int lost) {
        long[] values = new SplittableRandom(seed)
                .doubles(TICKS)
                .mapToLong(u -> 1_000_000 + Math.round(-Math.log(1 - u) * 1_000_000))
                .toArray();
        return visitor -> {
            for (int i = 0; i < TICKS; i++) {
                visitor.accept(i * TICK_NS, i < lost ? TickSeries.LOST : values[i]);
            }
        };
    }

    private static Curve curve(TickSeries series) {
        Distribution values = new Distribution("responseNs", "response", 0);
        series.each((intendedNs, valueNs) -> {
            if (valueNs == TickSeries.LOST) {
                values.censor();
            } else {
                values.record(valueNs);
            }
        });
        return SupportedDistribution.withCurve(values, Support.of(series), true).curve();
    }

    /** Bound of three equal runs; a single run has none. */
    private static PercentileBound bound(ClientStatistics run, double beyond) {
        return PercentileBound.of(Collections.nCopies(3, run), beyond);
    }

    @Test
    void curveBoundsContainTickBounds() {
        TickSeries series = series(7, 0);
        Curve curve = curve(series);
        for (double beyond : new double[] {0.1, 0.01, 0.001}) {
            ClientStatistics ticks = RunStatistics.ofSeries(series);
            PercentileBound exact = bound(ticks, beyond);
            List<LateBlocks.Length> lengths = ticks.blocks().lengths();
            PercentileBound least = bound(CurveTicks.of(curve, TICKS, true, lengths), beyond);
            PercentileBound most = bound(CurveTicks.of(curve, TICKS, false, lengths), beyond);
            long exactLow = Objects.requireNonNull(exact.lowNs());
            long exactHigh = Objects.requireNonNull(exact.highNs());
            long low = Objects.requireNonNull(least.lowNs());
            long high = Objects.requireNonNull(most.highNs());
            // A point covers 4 % of the ticks beyond it: 40 us of an exponential distribution.
            assertThat(low).as("lower end beyond %s", beyond).isBetween(exactLow - 120_000, exactLow);
            assertThat(high).as("upper end beyond %s", beyond).isBetween(exactHigh, exactHigh + 300_000);
        }
    }

    @Test
    void lostTicksRankAboveEveryValue() {
        Curve curve = curve(series(7, TICKS / 50));
        ClientStatistics ticks = CurveTicks.of(curve, TICKS, false, List.of());
        assertThat(ticks.lost()).isBetween(TICKS / 50L, TICKS / 50L + TICKS / 500);
        assertThat(bound(ticks, 0.01).refusal()).isEqualTo("its rank falls among the lost ticks");
        assertThat(bound(ticks, 0.1).refusal()).isEmpty();
    }
}
