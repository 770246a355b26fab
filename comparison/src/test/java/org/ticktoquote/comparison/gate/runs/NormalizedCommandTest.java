package org.ticktoquote.comparison.gate.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Parts of a process's command that are conditions of its run. */
final class NormalizedCommandTest {
    private static String replayer(String window, String speed) {
        List<String> command = List.of("/jdk/bin/java", "-Xmx768m", "replay", "--window", window, "--speed", speed);
        return NormalizedCommand.own(new ProcessEnd(Role.REPLAYER, command, 1, ProcessEnd.NORMAL, 0, "", 1));
    }

    @Test
    void windowsAreComparedByContentNotByNotation() {
        assertThat(replayer("T0-4s..T0-2s", "1.0"))
                .isEqualTo(replayer("12:29:56..12:29:58", "1.0"))
                .isNotEqualTo(replayer("T0-4s..T0-2s", "2.0"));
    }

    private static String application(Path folder, int fixPort, int workUs) {
        Path run = SampleRun.at(folder.resolve(fixPort + "-" + workUs))
                .application("java -jar app.jar 4711 " + fixPort + " " + (fixPort + 1) + " " + workUs)
                .fact("fix", "127.0.0.1:" + fixPort)
                .fact("venue.b", "fix://127.0.0.1:" + (fixPort + 1))
                .write();
        return NormalizedCommand.application(RunManifest.read(new RunDirectory(run).manifest()));
    }

    @Test
    void portsInTheCommandDoNotIdentifyTheApplication(@TempDir Path folder) {
        assertThat(application(folder, 14488, 5000))
                .contains("app.jar {port} {port} {port} 5000")
                .isEqualTo(application(folder, 19084, 5000))
                .isNotEqualTo(application(folder, 14488, 6000));
    }
}
