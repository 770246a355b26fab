package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;

class WindowTest {
    @TempDir
    private Path folder;

    /** Creates ten seconds from 13:30 with a tick every millisecond. */
    private Recording recording() {
        return TestRecording.of(folder, TestRecording.quotes(10_000, i -> i * 1_000_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "13:30..13:30:11   | the last tick is 1.00 s before its end",
                "13:30..14:30      | the last tick is 3590 s before its end",
                "13:29:58..13:30:01| the first tick is 2.00 s after its start",
            })
    void warnsAboutWindowOutsideTheRecording(String window, String words) {
        try (Recording recording = recording()) {
            assertThat(Window.warnings(recording, window))
                    .singleElement()
                    .asString()
                    .startsWith("--window " + window + " is not completely in " + recording.file() + " (")
                    .endsWith("): " + words);
        }
    }

    @ParameterizedTest
    @CsvSource({"13:30..13:30:10", "13:29:59..13:30:10.9", "..", "13:30:05..", "..13:30:05"})
    void toleratesPauseOfASecondAtEitherEnd(String window) {
        try (Recording recording = recording()) {
            assertThat(Window.warnings(recording, window)).isEmpty();
        }
    }

    @Test
    void bothEndsCanBeOutside() {
        try (Recording recording = recording()) {
            assertThat(Window.warnings(recording, "13:00..14:00")).hasSize(2);
        }
    }

    private Window densest(Window window, long lengthNs, long... times) {
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(times.length, i -> times[(int) i]))) {
            return window.densest(recording, lengthNs);
        }
    }

    @Test
    void densestSpanSlidesOverTheWindowAndExcludesItsEnd() {
        assertThat(densest(new Window(0, 6), 100, 0, 90, 95, 101, 106, 300)).isEqualTo(new Window(1, 5));
        assertThat(densest(new Window(4, 7), 100, 0, 1, 2, 3, 1_000, 2_000, 2_001))
                .isEqualTo(new Window(5, 7));
        assertThat(densest(new Window(0, 3), 100, 0, 100, 200).count()).isEqualTo(1);
        assertThat(densest(new Window(0, 3), 101, 0, 100, 200).count()).isEqualTo(2);
    }

    @Test
    void densestSpanAgreesWithExhaustiveSearch() {
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
            assertThat(new Window(0, 500).densest(recording, 321).count())
                    .as("seed %d", seed)
                    .isEqualTo(most);
        }
    }
}
