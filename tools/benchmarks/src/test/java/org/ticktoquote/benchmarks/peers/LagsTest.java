package org.ticktoquote.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LagsTest {
    @Test
    void percentilesFollowTheRankRule() {
        long[] lags = LongStream.rangeClosed(1, 1_000).map(i -> 1_001 - i).toArray();
        assertThat(Lags.of(lags)).isEqualTo(new Lags(500, 990, 999, 1_000, 5 - 995));
        assertThat(Lags.of(new long[] {7})).isEqualTo(new Lags(7, 7, 7, 7, 0));
    }

    @Test
    void medianIsTakenPerStatistic() {
        List<Lags> rounds = List.of(new Lags(1, 20, 3, 4, -5), new Lags(3, 10, 2, 9, 5), new Lags(2, 30, 1, 5, 0));
        assertThat(Lags.median(rounds)).isEqualTo(new Lags(2, 20, 2, 5, 0));
    }

    @Test
    void reportsTheRatioPerStatistic() {
        assertThat(new Lags(2, 30, 3, 5, 0).times(new Lags(1, 20, 6, 5, 9)))
                .isEqualTo("p50 x 2.00  p99 x 1.50  p99.9 x 0.50  max x 1.00");
    }
}
