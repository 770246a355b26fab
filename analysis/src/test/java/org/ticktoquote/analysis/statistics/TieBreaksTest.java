package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TieBreaksTest {
    /** Of ticks of a range that are held so many at a time, how many each time are late beyond one of its values. */
    private static List<Integer> late(TieBreaks breaks, int ticks, int value, int held) {
        List<Integer> late = new ArrayList<>();
        for (int tick = 1; tick <= ticks; tick++) {
            breaks.hold();
            if (tick % held == 0 || tick == ticks) {
                late.add(breaks.late(value));
                breaks.release();
                assertThat(breaks.empty()).isTrue();
            }
        }
        return late;
    }

    @Test
    void lateOnesStandEvenly() {
        assertThat(late(new TieBreaks(10, 3), 10, 0, 1)).containsExactly(0, 0, 0, 1, 0, 0, 1, 0, 0, 1);
        assertThat(late(new TieBreaks(10, 5), 10, 0, 3)).containsExactly(1, 2, 1, 1);
        assertThat(late(new TieBreaks(3, 3), 3, 0, 64)).containsExactly(3);
        assertThat(late(new TieBreaks(3, 0), 3, 0, 2)).containsExactly(0, 0);
    }

    @Test
    void asFarApartAsOneOfAllTicks() {
        assertThat(late(new TieBreaks(300, 1), 300, 0, 100)).containsExactly(0, 0, 1);
        assertThat(late(new TieBreaks(300, 2), 300, 0, 75)).containsExactly(0, 1, 0, 1);
    }

    @Test
    void aRangeIsKnownByItsFirstValue() {
        TieBreaks[] breaks = TieBreaks.ofRanges(new long[] {5, 5, 8}, new long[] {4, 4, 2}, new long[] {2, 1, 1});

        assertThat(breaks[1]).isNull();
        assertThat(breaks[0].values()).isEqualTo(2);
        assertThat(late(breaks[0], 4, 0, 2)).containsExactly(1, 1);
        assertThat(late(breaks[2], 2, 0, 1)).containsExactly(0, 1);
    }
}
