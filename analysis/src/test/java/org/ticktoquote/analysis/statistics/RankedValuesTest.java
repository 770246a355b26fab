package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RankedValuesTest {
    private final AtomicInteger passes = new AtomicInteger();

    private RankedValues ranked(long[] values, long... ranks) {
        Histogram histogram = new Histogram(3);
        LongStream.of(values).filter(value -> value != TickSeries.LOST).forEach(histogram::recordValue);
        TickSeries series = Series.of(values.length, 1, i -> values[(int) i]);
        return RankedValues.of(
                visitor -> {
                    passes.incrementAndGet();
                    series.each(visitor);
                },
                histogram,
                values.length - histogram.getTotalCount(),
                ranks);
    }

    /** Values of 0 to 62 bits, with equal and lost ones. */
    @ParameterizedTest
    @CsvSource({"7, 0, 63, 6", "8, 42, 63, 2", "9, 33, 33, 2", "10, 44, 44, 1", "11, 50, 58, 1", "12, 60, 60, 0"})
    void agreesWithSorting(long seed, int shiftFrom, int shiftTo, int passesAtMost) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] values = random.longs(5_000, 0, Long.MAX_VALUE / 2)
                .map(value -> value >>> random.nextInt(shiftFrom, shiftTo + 1))
                .toArray();
        values[17] = TickSeries.LOST;
        values[4_000] = TickSeries.LOST;
        Arrays.fill(values, 300, 340, values[299]);
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        long[] ranks = {1, 2, 100, 2_500, 4_990, 4_998, 4_999, 5_000};

        RankedValues found = ranked(values, ranks);

        for (int i = 0; i < ranks.length; i++) {
            long value = sorted[(int) ranks[i] - 1];
            long upTo = LongStream.of(values).filter(each -> each <= value).count();
            assertThat(found.value(i)).isEqualTo(value);
            assertThat(found.ties(i))
                    .isEqualTo(
                            LongStream.of(values).filter(each -> each == value).count());
            assertThat(found.tiesBeyond(i)).isEqualTo(upTo - ranks[i]);
        }
        assertThat(passes).hasValueLessThanOrEqualTo(passesAtMost);
    }

    /** 4 ms is below 2^22 ns, the range of the histogram and one pass. */
    @Test
    void responsesUpToFourMillisecondsNeedOnePass() {
        long[] values =
                new SplittableRandom(1).longs(20_000, 100_000, 4_194_304).toArray();
        ranked(values, 1, 10_000, 19_800, 20_000);
        assertThat(passes).hasValue(1);
    }
}
