package org.ticktoquote.core.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.clock.ClockTranslation.Point;

class ClockTranslationTest {
    private static final long S = 1_000_000_000L;

    /** 1000 s behind the run's clock and losing 10 us a second, then keeping pace. */
    private final ClockTranslation drifting = new ClockTranslation(List.of(
            new Point(10 * S, 1010 * S, 70_000),
            new Point(20 * S, 1020 * S + 100_000, 90_000),
            new Point(30 * S, 1030 * S + 100_000, 80_000)));

    @Test
    void interpolatesBetweenPointsExtrapolatesBeyondItsEndsAndTranslatesBack() {
        assertThat(drifting.toRun(10 * S)).isEqualTo(1010 * S);
        assertThat(drifting.toRun(15 * S)).isEqualTo(1015 * S + 50_000);
        assertThat(drifting.toRun(25 * S)).isEqualTo(1025 * S + 100_000);
        assertThat(drifting.toRun(9 * S)).isEqualTo(1009 * S - 10_000);
        assertThat(drifting.toRun(31 * S)).isEqualTo(1031 * S + 100_000);

        for (long reading = 5 * S; reading < 40 * S; reading += 123_456_789) {
            assertThat(drifting.fromRun(drifting.toRun(reading))).isBetween(reading - 1, reading + 1);
        }
    }

    @Test
    void hasTheErrorBoundOfItsWorstPoint() {
        assertThat(drifting.boundNs()).isEqualTo(90_000);
        assertThat(ClockTranslation.NONE.boundNs()).isZero();

        assertThat(ClockTranslation.NONE.toRun(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(ClockTranslation.NONE.fromRun(-1)).isEqualTo(-1);
    }

    @Test
    void refusesPointsThatAreNotIncreasing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClockTranslation(List.of(new Point(2, 0, 0), new Point(2, 0, 0))));
        assertThatIllegalArgumentException().isThrownBy(() -> new ClockTranslation(List.of()));
    }
}
