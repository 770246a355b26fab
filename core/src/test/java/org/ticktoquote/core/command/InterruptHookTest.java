package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptHookTest {
    @Test
    void reportsWorkThatIsNotFinishedAtTheLimit() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Progress progress = new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), () -> 0, false);
        new InterruptHook(() -> progress.stage("analysing results/a")).end(0, progress);
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .endsWith("t2q: no progress for 0 s after the interruption, and its files are incomplete:"
                        + " analysing results/a\n");
    }

    @Test
    void waitsWhileWorkMakesProgress() throws InterruptedException {
        Iterator<String> latest = List.of("1 of 2 files", "2 of 2 files", "2 of 2 files", "2 of 2 files")
                .iterator();
        assertThat(new InterruptHook(() -> {}).endsWhileProgressing(0, latest::next))
                .isFalse();
        assertThat(latest.hasNext()).isFalse();
    }
}
