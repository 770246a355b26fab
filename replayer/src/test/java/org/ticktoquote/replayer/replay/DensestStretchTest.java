package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.replayer.TestRecording;
import picocli.CommandLine;

class DensestStretchTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    /** A tick each 10 ms, but each millisecond between 1 s and 1.1 s. */
    private static long atNs(long tick) {
        if (tick < 100) {
            return tick * 10 * MS;
        }
        return tick < 200 ? 1_000 * MS + (tick - 100) * MS : 1_100 * MS + (tick - 200) * 10 * MS;
    }

    private StatusLine ready(String... more) {
        Path recording = TestRecording.file(folder, TestRecording.quotes(300, DensestStretchTest::atNs));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ControlChannel channel = new ControlChannel(
                new ByteArrayInputStream(new byte[0]), new PrintStream(out, true, StandardCharsets.UTF_8));
        CommandLine line = new CommandLine(new ReplayCommand(() -> channel));
        List<String> arguments = new ArrayList<>(List.of("--recording", recording.toString()));
        arguments.addAll(List.of(
                "--feed",
                "udp://127.0.0.1:40999",
                "--run",
                folder.resolve("run").toString()));
        arguments.addAll(List.of(more));
        line.execute(arguments.toArray(String[]::new));
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .flatMap(text -> StatusLine.parse(text).stream())
                .filter(status -> status.status().equals("ready"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void isAllThatIsReplayed() {
        assertThat(ready("--densest", "100ms").detail().path("ticks").asLong()).isEqualTo(100);
    }

    @Test
    void isMeasuredInTheReplaysOwnTime() {
        assertThat(ready("--densest", "50ms", "--speed", "2")
                        .detail()
                        .path("ticks")
                        .asLong())
                .isEqualTo(100);
    }

    @Test
    void isTheWholeWindowWhenThatIsShorter() {
        assertThat(ready("--densest", "1h").detail().path("ticks").asLong()).isEqualTo(300);
    }
}
