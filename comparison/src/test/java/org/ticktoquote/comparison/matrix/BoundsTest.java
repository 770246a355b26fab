package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;

final class BoundsTest {
    private static final PercentileFigure OPEN = new PercentileFigure(700L, null, true, 12);

    /** Some of 1,000 values are lost; the soonest attribution, if any, answers all of them. */
    private static LatencyFigures latency(long lost, @Nullable Long max, @Nullable Long soonestMax, long soonestLost) {
        @Nullable
        Extremes soonest = soonestMax == null && soonestLost == 0
                ? null
                : new Extremes(1_000, soonestLost, 1_000 - soonestLost, soonestLost, 0, 100L, soonestMax, soonestMax);
        PercentileFigure exact = new PercentileFigure(300L, 400L, true, 20);
        return new LatencyFigures(
                "",
                new Extremes(1_000 - lost + lost, lost, 1_000 - lost, lost, 0, 100L, max, max),
                soonest,
                exact,
                exact,
                OPEN,
                OPEN,
                OPEN,
                false);
    }

    @Test
    void takesPercentileBoundsAsTheInterval() {
        assertThat(Bounds.percentile(latency(0, 900L, 800L, 0), "p50"))
                .isEqualTo(new Bounds(300, 400L, false, true, 20));
    }

    @Test
    void isRefusedOnlyIfBothAttributionsRefuse() {
        assertThat(Bounds.percentile(latency(200, null, null, 0), "p99"))
                .isEqualTo(new Bounds(700, null, true, true, 12));
        assertThat(Bounds.percentile(latency(200, null, 800L, 0), "p99"))
                .isEqualTo(new Bounds(700, null, false, true, 12));
    }

    @Test
    void boundsTheMaximumByBothAttributions() {
        assertThat(Bounds.max(latency(0, 900L, null, 0))).isEqualTo(new Bounds(900, 900L, false, false, 0));
        assertThat(Bounds.max(latency(0, 900L, 800L, 0))).isEqualTo(new Bounds(800, 900L, false, false, 0));
        assertThat(Bounds.max(latency(200, null, 800L, 0))).isEqualTo(new Bounds(800, null, false, false, 0));
        assertThat(Bounds.max(latency(200, null, null, 100))).isEqualTo(new Bounds(700, null, true, false, 0));
    }

    @Test
    void joinsThePointsOfBothAttributions() {
        Bounds low = new Bounds(300, 300L, false, true, 30);
        Bounds high = new Bounds(400, 400L, false, false, 3);
        Bounds refused = new Bounds(900, null, true, true, 20);
        assertThat(Bounds.between(low, high)).isEqualTo(new Bounds(300, 400L, false, false, 3));
        assertThat(Bounds.between(low, refused)).isEqualTo(new Bounds(300, null, false, true, 20));
        assertThat(Bounds.between(high, low)).isEqualTo(new Bounds(300, 400L, false, false, 3));
        assertThat(Bounds.between(new Bounds(200, null, true, true, 20), low))
                .as("the value of the point that has one")
                .isEqualTo(new Bounds(300, null, false, true, 20));
        assertThat(Bounds.between(refused, low)).isEqualTo(new Bounds(300, null, false, true, 20));
        assertThat(Bounds.between(refused, refused)).isEqualTo(refused);
    }
}
