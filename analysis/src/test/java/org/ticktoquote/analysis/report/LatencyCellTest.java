package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.report.table.Cell;

class LatencyCellTest {
    private static final long MS = 1_000_000;

    /** Nine or ten of ten values are measured. */
    private static LatencyFigures figures(long censored, long medianMs, long tailMs) {
        @Nullable Long tail = censored > 0 ? null : (Long) (tailMs * MS);
        PercentileFigure median = new PercentileFigure(medianMs * MS, medianMs * MS, true, 12);
        PercentileFigure high = new PercentileFigure(tailMs * MS, tail, false, 1);
        Extremes extremes = new Extremes(10, censored, 10 - censored, censored, 0, MS, tail, tail);
        return TinyRun.figures("", extremes, median, median, high, high, high);
    }

    @Test
    void printsExactFiguresAsOneNumber() {
        LatencyFigures exact = figures(0, 2, 9);
        assertThat(LatencyCell.percentile(exact, "p50").text()).isEqualTo("2.00 ms");
        assertThat(LatencyCell.max(exact).text()).isEqualTo("9.00 ms");
        assertThat(LatencyCell.ticks(exact).text()).isEqualTo("10");
    }

    @Test
    void refusedIsBeyondTheDrain() {
        LatencyFigures refused = figures(1, 2, 9);
        assertThat(LatencyCell.percentile(refused, "p99_9").text()).isEqualTo("> drain");
        assertThat(LatencyCell.max(refused).text()).isEqualTo("> drain");
        assertThat(LatencyCell.mean(refused).text()).isEqualTo("> drain");
        assertThat(LatencyCell.min(refused).text()).isEqualTo("1.00 ms");
    }

    @Test
    void refusedUnderOneAttributionHasALowerBound() {
        LatencyFigures either = LatencyFigures.between(figures(0, 2, 9), figures(1, 3, 5));
        assertThat(LatencyCell.percentile(either, "p50").text()).isEqualTo("2.00..3.00 ms");
        assertThat(LatencyCell.percentile(either, "p99").text()).isEqualTo("9.00 ms..> drain");
        assertThat(LatencyCell.max(either).text()).isEqualTo("9.00 ms..> drain");
        assertThat(LatencyCell.lostTicks(either).text()).isEqualTo("0..1");
        assertThat(LatencyCell.ticks(either).text()).isEqualTo("10");
        assertThat(either.refused("p99")).isFalse();
    }

    @Test
    void refusedUnderBothIsBeyondTheDrain() {
        LatencyFigures both = LatencyFigures.between(figures(1, 2, 9), figures(2, 3, 5));
        assertThat(LatencyCell.percentile(both, "p99_99").text()).isEqualTo("> drain");
        assertThat(List.of(LatencyCell.max(both).text(), LatencyCell.ticks(both).text(), both.refused("p99_99")))
                .containsExactly("> drain", "10", true);
        assertThat(both.refused("p50")).isFalse();
    }

    @Test
    void refusesFiguresIfAllTicksAreLostAndOmitsThemWithoutTicks() {
        LatencyFigures lost = RunReportScene.unanswered(3);
        LatencyFigures nothing = RunReportScene.unanswered(0);
        assertThat(LatencyCell.percentile(lost, "p50").text()).isEqualTo("> drain");
        assertThat(LatencyCell.max(lost).text()).isEqualTo("> drain");
        assertThat(LatencyCell.percentile(nothing, "p50").text()).isEqualTo(Cell.NONE.text());
        assertThat(LatencyCell.max(nothing).text()).isEqualTo(Cell.NONE.text());
    }

    @Test
    void boundsAreInAscendingOrder() {
        LatencyFigures turned = LatencyFigures.between(figures(0, 4, 9), figures(0, 3, 8));
        assertThat(LatencyCell.percentile(turned, "p50").text()).isEqualTo("3.00..4.00 ms");
        assertThat(LatencyCell.max(turned).text()).isEqualTo("8.00..9.00 ms");
    }
}
