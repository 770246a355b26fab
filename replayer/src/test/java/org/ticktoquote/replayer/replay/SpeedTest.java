package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;

final class SpeedTest {
    private static final long WEEK_NS = 7L * 24 * 3600 * 1_000_000_000L;

    @Test
    void scalesByAFactor() {
        assertThat(Speed.parse("1")).isEqualTo(Speed.REAL);
        assertThat(Speed.REAL.toReplayNs(WEEK_NS + 1)).isEqualTo(WEEK_NS + 1);

        assertThat(Speed.parse("2").times(1.5)).isEqualTo(Speed.parse("3"));
        assertThat(Speed.REAL.times(1000.0 / 373).toDouble())
                .isCloseTo(1000.0 / 373, org.assertj.core.data.Offset.offset(1e-6));
    }

    @Test
    void dividesExactlyAndRoundsDown() {
        long seed = 42;
        RandomGenerator random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            String text = BigDecimal.valueOf(1 + random.nextInt(5_000_000), random.nextInt(10))
                    .toPlainString();
            long venueNs = Math.floorMod(random.nextLong(), 3_600_000_000_000L);
            long expected = BigDecimal.valueOf(venueNs)
                    .divide(new BigDecimal(text), 0, RoundingMode.DOWN)
                    .longValueExact();
            assertThat(Speed.parse(text).toReplayNs(venueNs))
                    .as("seed %d, %d ns at speed %s", seed, venueNs, text)
                    .isEqualTo(expected);
        }
    }

    @Test
    void doesNotOverflowWithinAWeek() {
        assertThat(Speed.parse("0.999999999").toReplayNs(WEEK_NS)).isEqualTo(604_800_000_604_800L);
        assertThat(Speed.parse("2.5").toRecordingNs(WEEK_NS)).isEqualTo(WEEK_NS / 2 * 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "fast", "", "1e300", "1.0000000001", "2000000000"})
    void refusesInvalidSpeeds(String text) {
        assertThatThrownBy(() -> Speed.parse(text))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("expected a decimal number above 0");
    }
}
