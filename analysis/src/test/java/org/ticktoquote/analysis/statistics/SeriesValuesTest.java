package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SeriesValuesTest {
    @Test
    void countsWhatIsLostApartFromTheOthers() {
        long[] series = {3, TickSeries.LOST, 5, 3, TickSeries.LOST, 1_000_001};

        SeriesValues values = SeriesValues.of(Series.of(series.length, 1, i -> series[(int) i]));

        assertThat(values.ticks()).isEqualTo(6);
        assertThat(values.lost()).isEqualTo(2);
        assertThat(values.largestNs()).isEqualTo(1_000_001);
        assertThat(values.histogram().getCountAtValue(3)).isEqualTo(2);
        assertThat(values.histogram().getTotalCount()).isEqualTo(4);
    }

    @Test
    void ofNoTickNothing() {
        SeriesValues values = SeriesValues.of(Series.of(0, 1, i -> 0));

        assertThat(values.ticks()).isZero();
        assertThat(values.largestNs()).isZero();
    }
}
