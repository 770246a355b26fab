package org.ticktoquote.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.harness.T2q;

/** The deputy as a process of its own, and a harness that goes without a word. */
class DeputyProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private Deputy start() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                T2q.class.getName(),
                "deputy");
        return Deputy.start("b", "", command, folder.resolve("ssh.log"));
    }

    private Path begin(Deputy deputy) {
        DeputyOrders.Begun begun =
                deputy.begin(new DeputyOrders.Begin(folder.resolve("work").toString(), "a-run"));
        Path run = Path.of(begun.work(), "runs", "a-run", "run");
        assertThat(run).isDirectory();
        return run;
    }

    @Test
    void removesAFolderInWhichNothingWasWritten() {
        Path run;
        try (Deputy deputy = start()) {
            run = begin(deputy);
        }
        await().atMost(PATIENCE).until(() -> Files.notExists(run.getParent()));
    }

    @Test
    void keepsWhatARunWrote() throws Exception {
        List<ProcessHandle> others = ProcessHandle.current().children().toList();
        Path file;
        try (Deputy deputy = start()) {
            file = Files.writeString(begin(deputy).resolve("ticks.journal"), "x");
        }
        await().atMost(PATIENCE)
                .until(() ->
                        others.containsAll(ProcessHandle.current().children().toList()));
        assertThat(file).hasContent("x");
    }
}
