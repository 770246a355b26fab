package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.replayer.TestRecording;
import picocli.CommandLine;

class DensestStretchTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    /** Returns the time of a tick: one every 10 ms, but every millisecond between 1 s and 1.1 s. */
    private static long atNs(long tick) {
        if (tick < 100) {
            return tick * 10 * MS;
        }
        return tick < 200 ? 1_000 * MS + (tick - 100) * MS : 1_100 * MS + (tick - 200) * 10 * MS;
    }

    /** The length is in replay time. Shorter windows are replayed completely. */
    @ParameterizedTest
    @CsvSource({"--densest 100ms, 100", "--densest 50ms --speed 2, 100", "--densest 1h, 300"})
    void replaysOnlyTheDensestStretch(String options, int ticks) {
        Path recording = TestRecording.file(folder, TestRecording.quotes(300, DensestStretchTest::atNs));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ControlChannel channel = new ControlChannel(
                new ByteArrayInputStream(new byte[0]), new PrintStream(out, true, StandardCharsets.UTF_8));
        String arguments = "--recording " + recording + " --feed udp://127.0.0.1:40999 --run " + folder.resolve("run");
        new CommandLine(new ReplayCommand(() -> channel)).execute((arguments + " " + options).split(" "));
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .flatExtracting(text -> StatusLine.parse(text).stream().toList())
                .filteredOn(status -> status.status().equals("ready"))
                .extracting(status -> status.detail().path("ticks").asInt())
                .containsExactly(ticks);
    }
}
