package org.ticktoquote.replayer.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;

class RecordingCutTest {
    @TempDir
    private Path folder;

    private Path whole;
    private Path part;

    @BeforeEach
    void writeSixTicksOfThreeInstruments() {
        whole = folder.resolve("whole.t2q");
        part = folder.resolve("part.t2q");
        List<Instrument> instruments = List.of(
                new Instrument(0, "EUR/USD", 100, 10),
                new Instrument(1, "USD/JPY", 200, 20),
                new Instrument(2, "NZD/USD", 300, 30));
        try (RecordingWriter writer = RecordingWriter.create(whole, instruments, List.of("A"), 77)) {
            for (int time = 0; time < 6; time++) {
                writer.append(quote(time, time % 3));
            }
        }
    }

    private static RecordedQuote quote(int time, int instrument) {
        return new RecordedQuote(time, instrument, 0, 1_000 + time, 2_000 + time, 1, 2);
    }

    private long cut(RecordingWindow window, Integer... instruments) {
        try (Recording recording = Recording.open(whole)) {
            return RecordingCut.write(recording, window, new TreeSet<>(Set.of(instruments)), part);
        }
    }

    @Test
    void keepsTheTicksOfTheWindow() {
        assertThat(cut(new RecordingWindow(1, 4), 0, 1, 2)).isEqualTo(3);
        try (Recording recording = Recording.open(part)) {
            recording.verify();
            assertThat(recording.header().announcementNs()).isEqualTo(77);
            assertThat(recording.quote(0)).isEqualTo(quote(1, 1));
            assertThat(recording.quote(2)).isEqualTo(quote(3, 0));
        }
    }

    @Test
    void numbersTheKeptInstrumentsAnew() {
        assertThat(cut(RecordingWindow.ALL, 0, 2)).isEqualTo(4);
        try (Recording recording = Recording.open(part)) {
            recording.verify();
            assertThat(recording.instruments())
                    .containsExactly(new Instrument(0, "EUR/USD", 100, 10), new Instrument(1, "NZD/USD", 300, 30));
            assertThat(recording.quote(1)).isEqualTo(quote(2, 1));
        }
    }
}
