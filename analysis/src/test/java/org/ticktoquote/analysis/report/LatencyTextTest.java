package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;

class LatencyTextTest {
    private static final long MS = 1_000_000;

    /** Nine or ten of ten values are measured. */
    private static LatencyFigures figures(long censored, long medianMs, long tailMs) {
        @Nullable Long extreme = censored > 0 ? null : (Long) (tailMs * MS);
        @Nullable Long tail = extreme;
        PercentileFigure median = new PercentileFigure(medianMs * MS, medianMs * MS, true, 12);
        PercentileFigure high = new PercentileFigure(tailMs * MS, tail, false, 1);
        return new LatencyFigures(
                "", 10 - censored, censored, 0, MS, extreme, extreme, null, median, median, high, high, high);
    }

    @Test
    void exactFiguresAreOneNumber() {
        LatencyFigures exact = figures(0, 2, 9);
        assertThat(LatencyText.percentile(exact, "p50")).isEqualTo("2.00 ms");
        assertThat(LatencyText.max(exact)).isEqualTo("9.00 ms");
        assertThat(LatencyText.count(exact)).isEqualTo("10");
    }

    @Test
    void refusedIsBeyondTheDrain() {
        LatencyFigures refused = figures(1, 2, 9);
        assertThat(LatencyText.percentile(refused, "p99_9")).isEqualTo("> drain");
        assertThat(LatencyText.max(refused)).isEqualTo("> drain");
        assertThat(LatencyText.mean(refused)).isEqualTo("> drain");
        assertThat(LatencyText.min(refused)).isEqualTo("1.00 ms");
    }

    @Test
    void refusedUnderOneAttributionHasALowerBound() {
        LatencyFigures either = LatencyFigures.between(figures(0, 2, 9), figures(1, 3, 5));
        assertThat(LatencyText.percentile(either, "p50")).isEqualTo("2.00..3.00 ms");
        assertThat(LatencyText.percentile(either, "p99")).isEqualTo("9.00 ms..> drain");
        assertThat(LatencyText.max(either)).isEqualTo("9.00 ms..> drain");
        assertThat(LatencyText.censored(either)).isEqualTo("0..1");
        assertThat(LatencyText.count(either)).isEqualTo("10");
        assertThat(either.refused("p99")).isFalse();
    }

    @Test
    void refusedUnderBothIsBeyondTheDrain() {
        LatencyFigures both = LatencyFigures.between(figures(1, 2, 9), figures(2, 3, 5));
        assertThat(LatencyText.percentile(both, "p99_99")).isEqualTo("> drain");
        assertThat(LatencyText.max(both)).isEqualTo("> drain");
        assertThat(LatencyText.count(both)).isEqualTo("10");
        assertThat(both.refused("p99_99")).isTrue();
        assertThat(both.refused("p50")).isFalse();
    }

    @Test
    void everythingLostIsRefusedAndNothingAtAllIsNothing() {
        PercentileFigure none = new PercentileFigure(null, null, false, 0);
        LatencyFigures lost = new LatencyFigures("", 0, 3, 0, null, null, null, null, none, none, none, none, none);
        LatencyFigures nothing = new LatencyFigures("", 0, 0, 0, null, null, null, null, none, none, none, none, none);
        assertThat(LatencyText.percentile(lost, "p50")).isEqualTo("> drain");
        assertThat(LatencyText.max(lost)).isEqualTo("> drain");
        assertThat(LatencyText.percentile(nothing, "p50")).isEqualTo("-");
        assertThat(LatencyText.max(nothing)).isEqualTo("-");
    }

    @Test
    void boundsAreInOrderWhicheverAttributionIsLarger() {
        LatencyFigures turned = LatencyFigures.between(figures(0, 4, 9), figures(0, 3, 8));
        assertThat(LatencyText.percentile(turned, "p50")).isEqualTo("3.00..4.00 ms");
        assertThat(LatencyText.max(turned)).isEqualTo("8.00..9.00 ms");
    }
}
