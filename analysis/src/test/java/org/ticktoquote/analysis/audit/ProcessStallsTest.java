package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.audit.ProcessStalls.Cause;

class ProcessStallsTest {
    private static TimeInterval ms(long from, long to) {
        return new TimeInterval(from * 1_000_000, to * 1_000_000);
    }

    @Test
    void mergesPauseWithItsHiccup() {
        assertThat(ProcessStalls.of(List.of(ms(11, 30)), List.of(ms(10, 30)), 1_000_000))
                .containsExactly(new Cause(ms(10, 30), ProcessStalls.GC));
    }

    @Test
    void doesNotBlameTheCollectorForAHiccupLongerThanItsPause() {
        assertThat(ProcessStalls.of(List.of(ms(11, 50)), List.of(ms(10, 14)), 1_000_000))
                .containsExactly(new Cause(ms(10, 50), ProcessStalls.HICCUP));
    }

    @Test
    void disjointStallsStaySeparateAndInOrder() {
        assertThat(ProcessStalls.of(List.of(ms(5, 7), ms(40, 42)), List.of(ms(20, 22)), 1_000_000))
                .containsExactly(
                        new Cause(ms(5, 7), ProcessStalls.HICCUP),
                        new Cause(ms(20, 22), ProcessStalls.GC),
                        new Cause(ms(40, 42), ProcessStalls.HICCUP));
    }

    @Test
    void omitsStallsBelowTheThreshold() {
        assertThat(ProcessStalls.of(List.of(ms(1, 2)), List.of(new TimeInterval(5_000_000, 5_999_999)), 1_000_000))
                .containsExactly(new Cause(ms(1, 2), ProcessStalls.HICCUP));
    }
}
