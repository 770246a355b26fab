package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;

final class DenseSpanTest {
    @TempDir
    private Path folder;

    private Window ticks(Window window, long lengthNs, long... times) {
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(times.length, i -> times[(int) i]))) {
            return DenseSpan.find(recording, window, lengthNs).ticks();
        }
    }

    @Test
    void slidesOverTheWindowAndExcludesItsEnd() {
        assertThat(ticks(new Window(0, 6), 100, 0, 90, 95, 101, 106, 300)).isEqualTo(new Window(1, 5));
        assertThat(ticks(new Window(4, 7), 100, 0, 1, 2, 3, 1_000, 2_000, 2_001))
                .isEqualTo(new Window(5, 7));
        assertThat(ticks(new Window(0, 3), 100, 0, 100, 200).count()).isEqualTo(1);
        assertThat(ticks(new Window(0, 3), 101, 0, 100, 200).count()).isEqualTo(2);
    }

    @Test
    void agreesWithExhaustiveSearch() {
        long seed = 23;
        long[] times = new SplittableRandom(seed).longs(500, 0, 10_000).sorted().toArray();
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(500, i -> times[(int) i]))) {
            long most = 0;
            for (int i = 0; i < 500; i++) {
                most = Math.max(
                        most,
                        Window.between(recording, recording.venueTimeNs(i), recording.venueTimeNs(i) + 321)
                                .count());
            }
            assertThat(DenseSpan.find(recording, new Window(0, 500), 321).count())
                    .as("seed %d", seed)
                    .isEqualTo(most);
        }
    }
}
