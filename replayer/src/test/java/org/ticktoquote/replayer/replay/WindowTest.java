package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
}
