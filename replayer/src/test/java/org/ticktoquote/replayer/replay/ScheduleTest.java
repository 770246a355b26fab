package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;

final class ScheduleTest {
    private static final int TICKS = 2_000;
    private static final long T0_NS = 5_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void schedulesFirstTickOfTheWindowAtT0() {
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(10, i -> i * 1_000L))) {
            TickSequence sequence = TickSequence.measured(recording, new Window(3, 10), T0_NS, Speed.parse("3"));
            assertThat(sequence.count()).isEqualTo(7);
            assertThat(sequence.intendedNs(0)).isEqualTo(T0_NS);
            assertThat(sequence.intendedNs(1)).isEqualTo(T0_NS + 333);
            assertThat(sequence.intendedNs(3)).isEqualTo(T0_NS + 1_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0.37", "2.5", "1000"})
    void dependsOnTheIndexOnly(String speed) {
        long seed = 11;
        RandomGenerator random = new SplittableRandom(seed);
        long[] times = random.longs(TICKS, 0, 3_600_000_000_000L).sorted().toArray();
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(TICKS, i -> times[(int) i]))) {
            Schedule schedule = new Schedule(recording, recording.venueTimeNs(0), T0_NS, Speed.parse(speed));
            long[] forward = new long[TICKS];
            for (int i = 0; i < TICKS; i++) {
                forward[i] = schedule.intendedNs(i);
            }
            assertThat(forward).as("seed %d", seed).isSorted();
            for (int i = TICKS - 1; i >= 0; i--) {
                int any = random.nextInt(TICKS);
                assertThat(schedule.intendedNs(any))
                        .as("seed %d, tick %d", seed, any)
                        .isEqualTo(forward[any]);
                assertThat(forward[i]).isEqualTo(T0_NS + Speed.parse(speed).toReplayNs(times[i] - times[0]));
            }
        }
    }
}
