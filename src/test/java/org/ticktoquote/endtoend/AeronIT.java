package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures an application that subscribes to Aeron, with the add-on jar next to t2q.jar. */
class AeronIT {
    @TempDir
    private Path folder;

    @FullProof
    @Test
    void measuresAnApplicationOnSharedMemoryWithoutLostTicks() throws Exception {
        Path driver = folder.resolve("driver");
        Scenario scenario = Scenario.hurriedIn(folder)
                .over("T0+1s..T0+3s", "--length", "2min", "--pairs", "3")
                .with("--feed", "aeron+ipc://" + driver + "?stream=7")
                .with("--composite", "single", "--half-spreads", "0,1,2,3,5", "--app", AeronGateway.command());
        Summaries summary = scenario.measured(0);
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("lost")).isZero();
        assertThat(scenario.manifest().observed().host()).containsKey("plugin.t2q-aeron.jar");
        assertThat(driver).doesNotExist();
        Processes.awaitNone(scenario.directory());
    }

    @Test
    void findsTheFeedOnlyNextToTheProgram() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "1");
        checked(0, T2qProcess.jar(), recording);
        Path alone = Files.copy(T2qProcess.jar(), folder.resolve("t2q.jar"));
        assertThat(checked(6, alone, recording).err())
                .contains(folder.toRealPath().resolve("t2q-aeron.jar") + ": is missing; build it with mvn package");
    }

    private T2qProcess checked(int status, Path jar, Path recording) throws Exception {
        String command = "-jar " + jar + " replay --check --recording " + recording
                + " --feed aeron+udp://127.0.0.1:40001 --run " + folder.resolve("run");
        return T2qProcess.startJava(folder, command).ended(status);
    }
}
