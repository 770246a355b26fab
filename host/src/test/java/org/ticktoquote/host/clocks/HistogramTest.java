package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.host.clocks.Series.Histogram;

class HistogramTest {
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
        assertThat(histogram.bins().get(10)).isEqualTo(new Histogram.Bin(199, 298, 1));
        assertThat(histogram.bins().get(11)).isEqualTo(new Histogram.Bin(298, 496, 1));
        assertThat(histogram.bins().get(12)).isEqualTo(new Histogram.Bin(496, 892, 0));
        assertThat(histogram.bins().get(13)).isEqualTo(new Histogram.Bin(892, 900, 1));
        assertThat(histogram.total()).isEqualTo(200);
        assertThat(histogram.highest()).isEqualTo(20);
    }

    @Test
    void singleValueHasOneBin() {
        assertThat(Histogram.of(new double[] {7, 7, 7}).bins()).containsExactly(new Histogram.Bin(7, 7, 3));
    }

    @Test
    void outlierHasItsOwnBin() {
        double[] values = new double[1_000];
        Arrays.fill(values, 24);
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
}
