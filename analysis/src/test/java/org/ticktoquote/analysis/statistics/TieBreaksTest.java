package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TieBreaksTest {
    /** Which of so many ticks of a range, from 1, are late beyond the value at a place of it. */
    private static List<Integer> late(TieBreaks breaks, int ticks, int place) {
        List<Integer> late = new ArrayList<>();
        for (int tick = 1; tick <= ticks; tick++) {
            breaks.tick();
            if ((breaks.late(place / Long.SIZE) >>> place & 1) != 0) {
                late.add(tick);
            }
        }
        return late;
    }

    @Test
    void lateOnesStandEvenly() {
        assertThat(late(new TieBreaks(10, 3), 10, 0)).containsExactly(4, 7, 10);
        assertThat(late(new TieBreaks(10, 5), 10, 0)).containsExactly(2, 4, 6, 8, 10);
        assertThat(late(new TieBreaks(3, 3), 3, 0)).containsExactly(1, 2, 3);
        assertThat(late(new TieBreaks(3, 0), 3, 0)).isEmpty();
    }

    @Test
    void asFarApartAsOneOfAllTicks() {
        assertThat(late(new TieBreaks(300, 1), 300, 0)).containsExactly(300);
        assertThat(late(new TieBreaks(300, 2), 300, 0)).containsExactly(150, 300);
    }

    @Test
    void theSeventiethValueOfARangeIsInTheSecondWord() {
        long[] beyond = new long[70];
        beyond[69] = 4;
        TieBreaks breaks = new TieBreaks(200, beyond);

        assertThat(breaks.words()).isEqualTo(2);
        assertThat(late(breaks, 200, 69)).containsExactly(50, 100, 150, 200);
    }

    @Test
    void aRangeIsKnownByItsFirstValue() {
        TieBreaks[] breaks = TieBreaks.ofRanges(new long[] {5, 5, 8}, new long[] {4, 4, 2}, new long[] {2, 1, 1});

        assertThat(breaks[1]).isNull();
        assertThat(late(breaks[0], 4, 0)).containsExactly(2, 4);
        assertThat(late(breaks[2], 2, 0)).containsExactly(2);
    }
}
