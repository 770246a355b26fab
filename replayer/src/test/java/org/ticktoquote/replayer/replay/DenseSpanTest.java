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

    @Test
    void slidesOverTheRecording() {
        long[] times = {0, 90, 95, 101, 106, 300};
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(6, i -> times[(int) i]))) {
            assertThat(DenseSpan.find(recording, new Window(0, 6), 100).ticks()).isEqualTo(new Window(1, 5));
        }
    }

    @Test
    void excludesItsEnd() {
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(10, i -> i * 100))) {
            assertThat(DenseSpan.find(recording, new Window(0, 10), 100).count())
                    .isEqualTo(1);
            assertThat(DenseSpan.find(recording, new Window(0, 10), 101).count())
                    .isEqualTo(2);
        }
    }

    @Test
    void searchesOnlyTheWindow() {
        long[] times = {0, 1, 2, 3, 1_000, 2_000, 2_001};
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(7, i -> times[(int) i]))) {
            assertThat(DenseSpan.find(recording, new Window(4, 7), 100).ticks()).isEqualTo(new Window(5, 7));
        }
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
