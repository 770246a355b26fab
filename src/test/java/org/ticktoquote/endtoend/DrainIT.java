package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that answers more than a second late loses no ticks, even with a short drain. */
@FullProof
class DrainIT {
    @TempDir
    private Path folder;

    private Scenario slow(Path recording, Path name) {
        return Scenario.hurriedIn(folder)
                .named(name)
                .over(recording, "T0+1500ms..T0+3500ms")
                .with("--app-args", "--hold 1500ms");
    }

    @Test
    void shortDrainIsNotBlamedOnALateApplication() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "15");
        Summaries late =
                slow(recording, Path.of("short")).with("--drain", "500ms").measured(3);
        assertThat(late.outcome("lost")).isZero();
        assertThat(late.rules()).contains("drain-too-short").doesNotContain("lost");

        Summaries inTime = slow(recording, Path.of("patient")).measured(0);
        assertThat(inTime.outcome("lost")).isZero();
        assertThat(inTime.rules()).doesNotContain("drain-too-short", "lost");
    }
}
