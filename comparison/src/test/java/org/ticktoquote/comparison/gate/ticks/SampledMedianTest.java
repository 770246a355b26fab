package org.ticktoquote.comparison.gate.ticks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.ticktoquote.comparison.gate.ticks.DifferenceSpread.SampledMedian;

final class SampledMedianTest {
    private static final Offset<Long> ABOUT = within(2L);

    @Test
    void isTheLowerMedian() {
        SampledMedian middle = new SampledMedian();
        for (long value : new long[] {9, -3, 4, 4}) {
            middle.add(value);
        }
        assertThat(middle.value()).isEqualTo(4);
        middle.add(-8);
        middle.add(-7);
        assertThat(middle.value()).isEqualTo(-3);
    }

    @Test
    void isExactWhileAllValuesAreKept() {
        SampledMedian middle = new SampledMedian();
        for (int i = 0; i < SampledMedian.MAX_VALUES; i++) {
            middle.add(i * 7_919L % SampledMedian.MAX_VALUES);
        }
        assertThat(middle.value()).isEqualTo(SampledMedian.MAX_VALUES / 2 - 1);
    }

    /** The sides of a duet alternate in receiving the tick first, so that values can alternate between two kinds. */
    @Test
    void samplesAlternatingAndRisingValuesEvenly() {
        SampledMedian middle = new SampledMedian();
        for (int i = 0; i < 1_000_000; i++) {
            long spread = i / 2 * 7_919L % 100;
            middle.add(i % 2 == 0 ? -spread : spread);
        }
        assertThat(middle.value()).isCloseTo(0, ABOUT);
        SampledMedian rising = new SampledMedian();
        for (int i = 0; i < 1_000_000; i++) {
            rising.add(i / 10_000);
        }
        assertThat(rising.value()).isCloseTo(50, ABOUT);
    }
}
