package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class RankedValuesTest {
    @Test
    void findsTheValuesThatASortFinds() {
        long[] values = new SplittableRandom(7)
                .longs(5_000, 0, Long.MAX_VALUE)
                .map(value -> value >>> (value & 63))
                .toArray();
        values[17] = TickSeries.LOST;
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        long[] ranks = {1, 2, 100, 2_500, 4_990, 4_999, 5_000};

        RankedValues found = RankedValues.of(Series.of(values.length, 1, i -> values[(int) i]), ranks);

        for (int i = 0; i < ranks.length; i++) {
            long value = sorted[(int) ranks[i] - 1];
            long upTo = LongStream.of(values).filter(each -> each <= value).count();
            assertThat(found.value(i)).isEqualTo(value);
            assertThat(found.ties(i))
                    .isEqualTo(
                            LongStream.of(values).filter(each -> each == value).count());
            assertThat(found.tiesBeyond(i)).isEqualTo(upTo - ranks[i]);
        }
    }
}
