package org.ticktoquote.core.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class ClockPairTest {
    private final Deque<Long> monotonic = new ArrayDeque<>();
    private long realtimeNs = 1_000_000;

    @Test
    void usesTheMidpointOfTheTightestBracket() {
        bracket(100, 200);
        bracket(300, 311);
        for (int i = 2; i < 16; i++) {
            bracket(1_000L * i, 1_000L * i + 50);
        }

        ClockPair pair = ClockPair.read(monotonic::remove, () -> realtimeNs++);

        assertThat(pair).isEqualTo(new ClockPair(305, 1_000_001, 6));
    }

    @Test
    void readsTheClocksWithNonNegativeUncertainty() {
        ClockPair pair = ClockPair.read(System::nanoTime, () -> 7);

        assertThat(pair.uncertaintyNs()).isNotNegative();
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(pair.monotonicNs());
    }

    @Test
    void slewIsPositiveWhenTheTimeOfDayRanAhead() {
        ClockPair first = new ClockPair(10, 1_000, 0);

        assertThat(first.slewNs(new ClockPair(110, 1_107, 0))).isEqualTo(7);
        assertThat(first.slewNs(new ClockPair(110, 1_093, 0))).isEqualTo(-7);
    }

    private void bracket(long before, long after) {
        monotonic.add(before);
        monotonic.add(after);
    }
}
