package org.ticktoquote.host.nativeclock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.host.nativeclock.TickCalibration.BracketedRead;

class TickCalibrationTest {
    private static final long ORIGIN_NS = 7_000_000_000_000_000_000L;

    private static BracketedRead read(long ticks, long middleNs, long halfNs) {
        return new BracketedRead(ORIGIN_NS + middleNs - halfNs, ticks, ORIGIN_NS + middleNs + halfNs);
    }

    @Test
    void findsTheLengthOfATickAndBoundsItsError() {
        List<BracketedRead> reads =
                List.of(read(1_000, 400, 10), read(2_000, 800, 10), read(3_000, 1_200, 10), read(9_000, 3_600, 10));
        TickCalibration calibration = TickCalibration.of(reads);
        assertThat(calibration.nsPerTick()).isCloseTo(0.4, within(1e-12));
        assertThat(calibration.megahertz()).isCloseTo(2_500, within(1e-6));
        assertThat(calibration.residualMaxNs()).isCloseTo(0, within(1e-6));
        assertThat(calibration.reads()).isEqualTo(4);
        assertThat(calibration.spanNs()).isEqualTo(3_200);
        assertThat(calibration.bracketNs()).isEqualTo(20);

        calibration = TickCalibration.of(List.of(read(0, 0, 5), read(1_000, 400, 5)));
        // weights -1/1000 and 1/1000, half brackets 5 ns and half of the clock's unit
        assertThat(calibration.boundPpm()).isCloseTo(2 * 5.5 / 1_000 / 0.4 * 1e6, within(1e-6));
    }

    @Test
    void fitsPointsOffTheLineAndIgnoresInterruptedReads() {
        List<BracketedRead> reads = List.of(read(0, 0, 1), read(1_000, 1_006, 1), read(2_000, 2_000, 1));
        TickCalibration calibration = TickCalibration.of(reads);
        assertThat(calibration.nsPerTick()).isCloseTo(1, within(1e-12));
        assertThat(calibration.residualMaxNs()).isCloseTo(4, within(1e-9));
        assertThat(calibration.residualRmsNs()).isCloseTo(Math.sqrt((4 + 16 + 4) / 3.0), within(1e-9));

        reads = List.of(read(0, 0, 10), read(1_000, 90_000, 90_000), read(2_000, 800, 10), read(3_000, 1_200, 10));
        calibration = TickCalibration.of(reads);
        assertThat(calibration.reads()).isEqualTo(3);
        assertThat(calibration.nsPerTick()).isCloseTo(0.4, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void errorStaysWithinBoundForAnyPositionInTheBracket(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        double nsPerTick = 0.1 + random.nextDouble() * 40;
        List<BracketedRead> reads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long ticks = i * 100_000L + random.nextInt(50_000);
            long trueNs = Math.round(ticks * nsPerTick);
            // late in the first half and early in the second: the worst case
            int width = 20 + random.nextInt(40);
            int early = i < 50 ? width : 0;
            reads.add(new BracketedRead(ORIGIN_NS + trueNs - early, ticks, ORIGIN_NS + trueNs - early + width));
        }
        TickCalibration calibration = TickCalibration.of(reads);
        double wrongPpm = Math.abs(calibration.nsPerTick() / nsPerTick - 1) * 1e6;
        assertThat(wrongPpm).as("seed %d", seed).isLessThan(calibration.boundPpm());
        assertThat(wrongPpm).as("seed %d: the bound is tight", seed).isGreaterThan(calibration.boundPpm() / 4);
    }

    @Test
    void refusesStoppedCounter() {
        List<BracketedRead> still = List.of(read(7, 0, 1), read(7, 100, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> TickCalibration.of(still));
        assertThatIllegalArgumentException().isThrownBy(() -> TickCalibration.of(List.of()));
    }
}
