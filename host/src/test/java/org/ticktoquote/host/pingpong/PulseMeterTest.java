package org.ticktoquote.host.pingpong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.HostPulse;

final class PulseMeterTest {
    private static Set<String> pulseThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("pulse"))
                .collect(Collectors.toSet());
    }

    @Test
    void measuresTimerAndLoopbackRoundTrips() {
        HostPulse pulse = PulseMeter.measure(50);
        assertThat(pulse.timerNs()).isPositive();
        assertThat(pulse.roundTripNs()).isGreaterThan(1_000);
        assertThat(pulseThreads()).isEmpty();
    }

    @Test
    void interruptEndsMeasurement() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> PulseMeter.measure(1_000_000))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.status()).isEqualTo(ExitStatus.INTERRUPTED));
        assertThat(Thread.interrupted()).as("flag restored for the caller").isTrue();
    }
}
