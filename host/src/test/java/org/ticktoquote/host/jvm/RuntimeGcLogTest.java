package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.jvm.GcLogFiles.RuntimeGcLog;

class RuntimeGcLogTest {
    @TempDir
    private Path folder;

    @Test
    @SuppressWarnings("ExplicitGC") // creates the pause to log
    void stampsPausesWithNanoTime() throws Exception {
        Path file = folder.resolve("with a space.log");
        long before = System.nanoTime();
        RuntimeGcLog log = RuntimeGcLog.into(file);
        try (log) {
            System.gc();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Files.readString(file).contains("Safepoint"));
        }
        String pause = Files.readAllLines(file).stream()
                .filter(line -> line.matches(".*GC\\(\\d+\\) Pause .*ms"))
                .findFirst()
                .orElseThrow();
        long stamp = Long.parseLong(pause.substring(1, pause.indexOf("ns")));
        assertThat(stamp).isBetween(before, System.nanoTime());
    }
}
