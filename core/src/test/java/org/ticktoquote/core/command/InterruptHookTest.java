package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
    void waitsForTheEndOfALongStep() throws InterruptedException {
        Progress progress = new Progress(new PrintStream(OutputStream.nullOutputStream()), () -> 0, false);
        Thread hook = new Thread(() -> new InterruptHook(() -> {}).end(0, progress));
        boolean waited = progress.longStep("analysing results/a", () -> {
            hook.start();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            return hook.isAlive();
        });
        hook.join();
        assertThat(waited).isTrue();
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
