package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Measures an application that subscribes to Aeron, with the add-on jar next to t2q.jar. */
class AeronIT {
    @TempDir
    private Path folder;

    @FullProof
    @Test
    void measuresAnApplicationOnSharedMemoryWithoutLostTicks() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "3");
        Path driver = folder.resolve("driver");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s")
                .with("--feed", "aeron+ipc://" + driver + "?stream=7")
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
    void findsTheFeedOnlyNextToTheProgram() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "1");
        T2qProcess beside = checked(T2qProcess.jar(), recording);
        assertThat(beside.awaitEnd()).as(beside.texts()).isZero();
        Path alone = Files.copy(T2qProcess.jar(), folder.resolve("t2q.jar"));
        T2qProcess missing = checked(alone, recording);
        assertThat(missing.awaitEnd()).isEqualTo(6);
        assertThat(missing.err())
                .contains(folder.toRealPath().resolve("t2q-aeron.jar") + ": is missing; build it with mvn package");
    }

    private T2qProcess checked(Path jar, Path recording) throws Exception {
        return T2qProcess.startJava(
                folder,
                "-jar " + jar + " replay --check --recording " + recording
                        + " --feed aeron+udp://127.0.0.1:40001 --run " + folder.resolve("run"));
    }
}
