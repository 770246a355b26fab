package org.ticktoquote.comparison.gate.ticks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.ticktoquote.comparison.gate.ticks.DifferenceSpread.Collector;

final class DifferenceSpreadTest {
    private static final Offset<Long> ABOUT = within(2L);

    private static long median(Collector values) {
        return values.spread().orElseThrow().medianNs();
    }

    @Test
    void isTheLowerMedian() {
        Collector middle = new Collector();
        for (long value : new long[] {9, -3, 4, 4}) {
            middle.add(value);
        }
        assertThat(median(middle)).isEqualTo(4);
        middle.add(-8);
        middle.add(-7);
        assertThat(median(middle)).isEqualTo(-3);
    }

    @Test
    void isExactWhileAllValuesAreKept() {
        Collector middle = new Collector();
        for (int i = 0; i < Collector.MAX_VALUES; i++) {
            middle.add(i * 7_919L % Collector.MAX_VALUES);
        }
        assertThat(median(middle)).isEqualTo(Collector.MAX_VALUES / 2 - 1);
    }

    /** The sides of a duet alternate in receiving the tick first, so that values can alternate between two kinds. */
    @Test
    void samplesAlternatingAndRisingValuesEvenly() {
        Collector middle = new Collector();
        for (int i = 0; i < 1_000_000; i++) {
            long spread = i / 2 * 7_919L % 100;
            middle.add(i % 2 == 0 ? -spread : spread);
        }
        assertThat(median(middle)).isCloseTo(0, ABOUT);
        Collector rising = new Collector();
        for (int i = 0; i < 1_000_000; i++) {
            rising.add(i / 10_000);
        }
        assertThat(median(rising)).isCloseTo(50, ABOUT);
    }
}
