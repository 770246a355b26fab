package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.HostPulse;
import org.ticktoquote.harness.run.Run.RunPulse;

final class RunPulseTest {
    private final Map<String, String> facts = new HashMap<>();
    private final Progress progress = Progress.onStandardError();

    /** After a run that never started, nothing is measured. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void measuresThePulseBeforeAndAfterARun(boolean started) throws Exception {
        Deque<HostPulse> pulses = new ArrayDeque<>(List.of(new HostPulse(1, 2), new HostPulse(3, 4)));
        RunPulse pulse = new RunPulse(pulses::remove, progress);
        pulse.before();
        if (started) {
            pulse.record(facts::put);
        }
        pulse.after();
        assertThat(pulses).hasSize(started ? 0 : 1);
        Map<String, String> all = Map.of(
                "pulse.before.timerNs", "1",
                "pulse.before.roundTripNs", "2",
                "pulse.after.timerNs", "3",
                "pulse.after.roundTripNs", "4");
        assertThat(facts).isEqualTo(started ? all : Map.of());
    }

    @Test
    void hostWithoutLoopbackHasNoPulse() throws Exception {
        RunPulse pulse = new RunPulse(
                () -> {
                    throw Problem.ofFault("cannot be bound").exception(ExitStatus.ENVIRONMENT);
                },
                progress);
        pulse.before();
        pulse.record(facts::put);
        pulse.after();
        assertThat(facts).isEmpty();
    }

    /** Returns a supplier that waits until it is interrupted. */
    private static Supplier<HostPulse> endless(CountDownLatch begun) {
        return () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
                throw new IllegalStateException();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED, e);
            }
        };
    }

    private static void interruptOnce(CountDownLatch begun, RunPulse pulse) {
        Thread user = new Thread(() -> {
            try {
                begun.await();
                pulse.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        user.setDaemon(true);
        user.start();
    }

    @Test
    void interruptBeforeARunEndsIt() {
        CountDownLatch begun = new CountDownLatch(1);
        RunPulse pulse = new RunPulse(endless(begun), progress);
        interruptOnce(begun, pulse);
        assertThatThrownBy(pulse::before).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void interruptAfterARunKeepsIt() {
        CountDownLatch begun = new CountDownLatch(1);
        RunPulse pulse = new RunPulse(endless(begun), progress);
        pulse.record(facts::put);
        interruptOnce(begun, pulse);
        pulse.after();
        assertThat(facts).isEmpty();
        assertThat(Thread.interrupted()).isFalse();
    }
}
