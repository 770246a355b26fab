package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.harness.run.PacketCaptures.HostTimeOfDay;

class HostTimeOfDayTest {
    private static final long S = 1_000_000_000L;
    private static final long EPOCH = 1_700_000_000 * S;

    /** Clock whose time of day is ahead of a constant rate by the given values, one per second. */
    private static ClockTranslation clock(long... aheadNs) {
        List<ClockPair> pairs = LongStream.range(0, aheadNs.length)
                .mapToObj(i -> new ClockPair(i * S, EPOCH + i * S + aheadNs[(int) i], 40))
                .toList();
        return HostTimeOfDay.of(pairs, ClockTranslation.NONE);
    }

    @Test
    void followsAConstantRateWithinReadingUncertaintyAndSteps() {
        ClockTranslation clock = clock(0, 100, 200, 300);
        assertThat(clock.boundNs()).isEqualTo(40);
        assertThat(clock.toRun(EPOCH + S + 100)).isEqualTo(S);
        assertThat(clock.toRun(EPOCH + 1_500_000_150L)).isEqualTo(1_500_000_000L);

        assertThat(clock(0, 0, 1_000_000, 1_000_000).boundNs()).isEqualTo(500_040);
        assertThat(clock(0, -3 * S, -3 * S, -3 * S).boundNs()).isEqualTo(3 * S);
    }

    @Test
    void addsTheBoundOfTheHostClock() {
        ClockTranslation host = new ClockTranslation(List.of(new ClockTranslation.Point(0, 5 * S, 700)));
        ClockTranslation clock = HostTimeOfDay.of(List.of(new ClockPair(S, EPOCH, 40)), host);
        assertThat(clock.toRun(EPOCH)).isEqualTo(6 * S);
        assertThat(clock.boundNs()).isEqualTo(740);
    }
}
