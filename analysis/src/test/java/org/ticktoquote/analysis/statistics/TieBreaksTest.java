package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TieBreaksTest {
    /** Which of so many ticks of a range, from 1, are late beyond one of its values, when so many are held at a time. */
    private static List<Long> late(TieBreaks breaks, int ticks, int value, int held) {
        List<Long> late = new ArrayList<>();
        for (int tick = 1; tick <= ticks; tick++) {
            breaks.hold(tick, tick * 10L);
            if (tick % held == 0 || tick == ticks) {
                for (int place = breaks.nextLate(value); place >= 0; place = breaks.nextLate(value)) {
                    assertThat(breaks.intendedNs(place)).isEqualTo(10 * breaks.tick(place));
                    late.add(breaks.tick(place));
                }
                breaks.release();
                assertThat(breaks.empty()).isTrue();
            }
        }
        return late;
    }

    @Test
    void lateOnesStandEvenly() {
        assertThat(late(new TieBreaks(10, 3), 10, 0, 1)).containsExactly(4L, 7L, 10L);
        assertThat(late(new TieBreaks(10, 5), 10, 0, 3)).containsExactly(2L, 4L, 6L, 8L, 10L);
        assertThat(late(new TieBreaks(3, 3), 3, 0, 64)).containsExactly(1L, 2L, 3L);
        assertThat(late(new TieBreaks(3, 0), 3, 0, 2)).isEmpty();
    }

    @Test
    void asFarApartAsOneOfAllTicks() {
        assertThat(late(new TieBreaks(300, 1), 300, 0, 64)).containsExactly(300L);
        assertThat(late(new TieBreaks(300, 2), 300, 0, 7)).containsExactly(150L, 300L);
    }

    @Test
    void holdsSixtyFour() {
        TieBreaks breaks = new TieBreaks(100, 1);
        for (int tick = 1; tick < 64; tick++) {
            breaks.hold(tick, 0);
            assertThat(breaks.full()).isFalse();
        }
        breaks.hold(64, 0);
        assertThat(breaks.full()).isTrue();
    }

    @Test
    void aRangeIsKnownByItsFirstValue() {
        TieBreaks[] breaks = TieBreaks.ofRanges(new long[] {5, 5, 8}, new long[] {4, 4, 2}, new long[] {2, 1, 1});

        assertThat(breaks[1]).isNull();
        assertThat(breaks[0].values()).isEqualTo(2);
        assertThat(late(breaks[0], 4, 0, 2)).containsExactly(2L, 4L);
        assertThat(late(breaks[2], 2, 0, 1)).containsExactly(2L);
    }
}
