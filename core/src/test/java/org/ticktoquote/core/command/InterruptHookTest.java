package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class InterruptHookTest {
    @Test
    void reportsWorkThatIsNotFinishedAtTheLimit() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Progress progress = new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), () -> 0, false);
        new InterruptHook(() -> progress.stage("analysing results/a")).end(0, progress);
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .endsWith("t2q: not finished 0 s after the interruption, and its files are incomplete:"
                        + " analysing results/a\n");
    }
}
