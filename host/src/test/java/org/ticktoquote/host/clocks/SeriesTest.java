package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.host.clocks.Series.Histogram;

class SeriesTest {
    @Test
    void hasTenEqualBinsUpToP99ThenDoublesTheirWidth() {
        double[] values = IntStream.rangeClosed(0, 199)
                .mapToDouble(i -> i < 198 ? 100 + i % 100 : i == 198 ? 399 : 900)
                .toArray();
        Arrays.sort(values);
        Histogram histogram = Histogram.of(values); // 100..199, then 399 and 900; 99 % is 199
        assertThat(histogram.bins()).hasSize(10 + 4);
        assertThat(histogram.bins().get(0).from()).isEqualTo(100);
        assertThat(histogram.bins().get(0).to()).isCloseTo(109.9, within(1e-9));
        assertThat(histogram.bins().get(0).count()).isEqualTo(20);
        assertThat(histogram.bins().subList(10, 14))
                .containsExactly(
                        new Histogram.Bin(199, 298, 1),
                        new Histogram.Bin(298, 496, 1),
                        new Histogram.Bin(496, 892, 0),
                        new Histogram.Bin(892, 900, 1));
        assertThat(histogram.total()).isEqualTo(200);
        assertThat(histogram.highest()).isEqualTo(20);
    }

    @Test
    void outlierHasItsOwnBin() {
        double[] values = new double[1_000];
        Arrays.fill(values, 24);
        assertThat(Histogram.of(values).bins()).containsExactly(new Histogram.Bin(24, 24, 1_000));
        values[999] = 90_000;
        Histogram histogram = Histogram.of(values);
        assertThat(histogram.total()).isEqualTo(1_000);
        assertThat(histogram.bins().get(0).count()).isEqualTo(999);
        assertThat(histogram.bins().get(histogram.bins().size() - 1).count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void binsAreContiguousAndCountAllValues(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        double[] values = random.doubles(5_000).map(x -> 20 / (1 - x)).sorted().toArray();
        Histogram histogram = Histogram.of(values);
        assertThat(histogram.total()).as("seed %d", seed).isEqualTo(5_000);
        for (int i = 1; i < histogram.bins().size(); i++) {
            assertThat(histogram.bins().get(i).from())
                    .isEqualTo(histogram.bins().get(i - 1).to());
        }
        for (Histogram.Bin bin : histogram.bins()) {
            boolean last = bin.to() == values[values.length - 1];
            long inside = Arrays.stream(values)
                    .filter(value -> value >= bin.from() && (value < bin.to() || last))
                    .count();
            assertThat(bin.count()).as("seed %d, %s", seed, bin).isEqualTo(inside);
        }
    }

    @Test
    void computesFiguresOfAKnownSeries() {
        Series series = Series.of(new double[] {9, 2, 5, 4, 12, 7, 8, 11, 9, 3, 7, 4, 12, 5, 4, 10, 9, 6, 9, 4});
        assertThat(series)
                .extracting(Series::count, Series::min, Series::max, Series::average, Series::p50, Series::p99)
                .containsExactly(20, 2.0, 12.0, 7.0, 7.0, 12.0);
        assertThat(series.standardDeviation()).isCloseTo(Math.sqrt(178.0 / 19), within(1e-12));
        assertThat(Series.of(new double[] {3})).isEqualTo(new Series(1, 3, 3, 3, 0, 3, 3, 3));
    }

    @ParameterizedTest
    @CsvSource({"10000, 50, 5000", "10000, 99, 9900", "10000, 99.99, 9999", "3, 50, 2", "4, 50, 2", "2, 99.99, 2"})
    void percentileIsSmallestValueOfSufficientRank(int largest, double percent, double value) {
        double[] sorted = IntStream.rangeClosed(1, largest).asDoubleStream().toArray();
        assertThat(Series.percentile(sorted, percent)).isEqualTo(value);
    }
}
