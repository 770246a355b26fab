package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.control.StatusLine;

/** Cutting a recording during its replay is reported as an error and does not crash the JVM. */
final class CutRecordingTest extends PipedReplay {
    /** Cuts between ready and start, so that no tick after the cut has been read. */
    @Test
    void reportsRecordingCutDuringReplay() throws Exception {
        launch("udp://127.0.0.1:40999");
        await("ready");
        long whole = Files.size(recording);
        try (FileChannel channel = FileChannel.open(recording, StandardOpenOption.WRITE)) {
            channel.truncate(4_096);
        }
        start(100);
        assertThat(awaitFailed())
                .isEqualTo(recording + ": not a sound recording: it was cut: 4096 bytes, expected " + whole + " for "
                        + TICKS + " ticks; whole are 64");
        assertThat(ended()).isEqualTo(ExitStatus.BAD_INPUT.code());
    }

    private String awaitFailed() throws IOException {
        for (String line = statusLines.readLine(); line != null; line = statusLines.readLine()) {
            StatusLine status = StatusLine.parse(line).orElseThrow();
            if (status.status().equals("failed")) {
                return status.detail().path("cause").asText();
            }
        }
        throw new AssertionError("the replay did not fail");
    }
}
