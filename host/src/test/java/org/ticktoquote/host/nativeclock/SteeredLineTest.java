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
import org.ticktoquote.host.nativeclock.TscClock.SteeredLine;

class SteeredLineTest {
    private static final long STEP_NS = 100_000_000;
    private static final int HALF_NS = 15;

    /** Simulates a counter with a variable rate and a reference clock read before and after it. */
    private static final class Machine {
        private final RandomGenerator random;
        private double nsPerTick;
        private double ticks = 1e15;
        private double ns = 4e15;

        Machine(long seed, double nsPerTick) {
            this.random = new SplittableRandom(seed);
            this.nsPerTick = nsPerTick;
        }

        void pass(long byNs) {
            ns += byNs;
            ticks += byNs / nsPerTick;
        }

        BracketedRead read() {
            long early = random.nextInt(2 * HALF_NS + 1);
            return new BracketedRead((long) ns - early, (long) ticks, (long) ns - early + 2 * HALF_NS);
        }

        SteeredLine line() {
            List<BracketedRead> reads = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                pass(STEP_NS / 20);
                reads.add(read());
            }
            return new SteeredLine(reads);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.385, 1, 41.666})
    void followsTheReferenceForDays(double nsPerTick) {
        Machine machine = new Machine(1, nsPerTick);
        SteeredLine line = machine.line();
        for (int i = 0; i < 100; i++) {
            machine.pass(STEP_NS);
            line.steer(machine.read());
        }
        for (int hours = 0; hours < 60; hours++) {
            machine.pass(3_600_000_000_000L);
            line.steer(machine.read());
        }
        assertThat((double) line.piece().at((long) machine.ticks))
                .isCloseTo(machine.ns, within(line.errorBoundNs() + HALF_NS + nsPerTick));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void neverJumpsOrGoesBackwardsWhenTheRateChanges(long seed) {
        Machine machine = new Machine(seed, 0.4);
        SteeredLine line = machine.line();
        long last = line.piece().at((long) machine.ticks);
        for (int i = 0; i < 300; i++) {
            machine.nsPerTick = i < 100 ? 0.4 : 0.4 * (1 + 100e-6);
            machine.pass(STEP_NS);
            long before = line.piece().at((long) machine.ticks);
            line.steer(machine.read());
            long after = line.piece().at((long) machine.ticks);
            assertThat(after - before).as("seed %d, step %d", seed, i).isBetween(-1L, 1L);
            assertThat(after).isGreaterThan(last);
            last = after;
        }
        assertThat((double) last).isCloseTo(machine.ns, within(200.0));
    }

    @Test
    void reportsItsErrorBound() {
        Machine machine = new Machine(1, 0.4);
        SteeredLine line = machine.line();
        machine.pass(STEP_NS);
        line.steer(machine.read());
        machine.ns += 5_000; // the reference is stepped
        machine.pass(STEP_NS);
        double bound = line.steer(machine.read());
        assertThat(bound).isEqualTo(line.errorBoundNs()).isBetween(5_000.0 - 100, 5_000.0 + 200);
        for (int i = 0; i < 100; i++) {
            machine.pass(STEP_NS);
            line.steer(machine.read());
        }
        assertThat(line.errorBoundNs()).isLessThan(200);
    }

    @Test
    void refusesInvalidRate() {
        assertThatIllegalArgumentException().isThrownBy(() -> SteeredLine.LineSegment.from(0, 0, 1_000));
        assertThatIllegalArgumentException().isThrownBy(() -> SteeredLine.LineSegment.from(0, 0, Double.NaN));
    }
}
