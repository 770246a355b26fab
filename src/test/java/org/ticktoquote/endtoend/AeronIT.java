package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** An application that subscribes to Aeron is measured through the plug-in that stands beside t2q.jar. */
class AeronIT {
    private static final Path JAR = T2qProcess.jar().resolveSibling("t2q-aeron.jar");

    @TempDir
    private Path folder;

    @FullProof
    @Test
    void anApplicationOnSharedMemoryIsMeasuredAndNoTickIsLost() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "3");
        Path driver = folder.resolve("driver");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s")
                .with("--feed", "aeron+ipc://" + driver + "?stream=7", "--plugin", JAR.toString())
                .with("--composite", "single", "--half-spreads", "0,1,2,3,5", "--app", AeronGateway.command());
        scenario.run(0);
        Summaries summary = Summaries.of(scenario.directory());
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("lost")).isZero();
        RunManifest manifest = RunManifest.read(new RunDirectory(scenario.directory()).manifest());
        assertThat(manifest.observed().host()).containsKey("plugin.t2q-aeron.jar");
        assertThat(driver).doesNotExist();
        Processes.awaitNone(scenario.directory());
    }

    @Test
    void withoutThePluginItIsSaidWhichJarHasTheFeed() throws Exception {
        T2qProcess process = T2qProcess.run(
                folder,
                "replay",
                "--recording",
                Scenario.recording(folder, "--length", "1min", "--pairs", "1").toString(),
                "--feed",
                "aeron+udp://127.0.0.1:40001",
                "--run",
                folder.resolve("run").toString(),
                "--start-in",
                "1s");
        assertThat(process.awaitEnd()).isEqualTo(2);
        assertThat(process.err()).contains("--plugin t2q-aeron.jar");
    }
}
