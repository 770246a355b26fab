package org.ticktoquote.analysis.gate.ticks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class MiddleTest {
    private static final Offset<Long> ABOUT = within(2L);

    @Test
    void isTheSmallestValueThatHalfOfAllDoNotExceed() {
        Middle middle = new Middle();
        for (long value : new long[] {9, -3, 4, 4}) {
            middle.add(value);
        }
        assertThat(middle.value()).isEqualTo(4);
        middle.add(-8);
        middle.add(-7);
        assertThat(middle.value()).isEqualTo(-3);
    }

    @Test
    void isExactAsLongAsAllAreKept() {
        Middle middle = new Middle();
        for (int i = 0; i < Middle.MOST; i++) {
            middle.add(i * 7_919L % Middle.MOST);
        }
        assertThat(middle.value()).isEqualTo(Middle.MOST / 2 - 1);
    }

    /** The sides of a duet get the tick first in turn, so that every second value may be another kind. */
    @Test
    void ofMoreValuesIsThatOfADrawInWhichNoKindIsLeftOut() {
        Middle middle = new Middle();
        for (int i = 0; i < 1_000_000; i++) {
            long spread = i / 2 * 7_919L % 100;
            middle.add(i % 2 == 0 ? -spread : spread);
        }
        assertThat(middle.value()).isCloseTo(0, ABOUT);
        Middle rising = new Middle();
        for (int i = 0; i < 1_000_000; i++) {
            rising.add(i / 10_000);
        }
        assertThat(rising.value()).isCloseTo(50, ABOUT);
    }
}
