package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void computesFiguresOfAKnownSeries() {
        Series series = Series.of(new double[] {9, 2, 5, 4, 12, 7, 8, 11, 9, 3, 7, 4, 12, 5, 4, 10, 9, 6, 9, 4});
        assertThat(series.count()).isEqualTo(20);
        assertThat(series.min()).isEqualTo(2);
        assertThat(series.max()).isEqualTo(12);
        assertThat(series.average()).isEqualTo(7);
        assertThat(series.standardDeviation()).isCloseTo(Math.sqrt(178.0 / 19), within(1e-12));
        assertThat(series.p50()).isEqualTo(7);
        assertThat(series.p99()).isEqualTo(12);
    }

    @Test
    void percentileIsSmallestValueOfSufficientRank() {
        double[] sorted = IntStream.rangeClosed(1, 10_000).asDoubleStream().toArray();
        assertThat(Series.percentile(sorted, 50)).isEqualTo(5_000);
        assertThat(Series.percentile(sorted, 99)).isEqualTo(9_900);
        assertThat(Series.percentile(sorted, 99.99)).isEqualTo(9_999);
        assertThat(Series.percentile(new double[] {1, 2, 3}, 50)).isEqualTo(2);
        assertThat(Series.percentile(new double[] {1, 2, 3, 4}, 50)).isEqualTo(2);
        assertThat(Series.percentile(new double[] {1, 2}, 99.99)).isEqualTo(2);
    }

    @Test
    void singleValueHasZeroDeviation() {
        Series series = Series.of(new double[] {3});
        assertThat(series).isEqualTo(new Series(1, 3, 3, 3, 0, 3, 3, 3));
    }
}
