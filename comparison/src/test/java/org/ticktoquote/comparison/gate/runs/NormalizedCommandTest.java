package org.ticktoquote.comparison.gate.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.Seal;

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
                .application("java -jar app.jar 4711 --fixPort=" + fixPort + " -p" + (fixPort + 1) + " --fixport "
                        + (fixPort + 2) + " --report " + workUs + " --viewport 1920")
                .fact("fix", "127.0.0.1:" + fixPort)
                .fact("venue.b", "fix://127.0.0.1:" + (fixPort + 1))
                .write();
        return NormalizedCommand.application(RunManifest.read(new RunDirectory(run).manifest()));
    }

    @Test
    void portsInTheCommandDoNotIdentifyTheApplication(@TempDir Path folder) {
        assertThat(application(folder, 14488, 5000))
                .contains("app.jar {port} --fixPort={port} -p{port} --fixport {port} --report 5000 --viewport 1920")
                .isEqualTo(application(folder, 19084, 5000))
                .isNotEqualTo(application(folder, 14488, 6000));
    }

    @Test
    void foldersAndPortsInFlagsAreNotConditions(@TempDir Path folder) {
        assertThat(flags(folder, "/srv/runs/old-1-x1/run", 14488))
                .isEqualTo("-XX:HeapDumpPath=run -XX:StartFlightRecording:name=t2q,filename=\"application.jfr\""
                        + " -DSocketAcceptPort={port}")
                .isEqualTo(flags(folder, "/srv/runs/new-2-y2/run", 19084));
    }

    private static String flags(Path folder, String there, int fixPort) {
        Path run = SampleRun.at(folder.resolve(Integer.toString(fixPort)))
                .fact("fix", "127.0.0.1:" + fixPort)
                .write();
        return NormalizedCommand.flags(
                RunManifest.read(new RunDirectory(run).manifest()),
                "-Xverbosegclog:" + there + "/gc.log -Xdump:java:defaults:file=" + there
                        + "/javacore-%pid.%seq.txt -XX:HeapDumpPath=" + there
                        + " -XX:StartFlightRecording:name=t2q,filename=\"" + there
                        + "/application.jfr\" -DSocketAcceptPort=" + fixPort);
    }

    @Test
    void nameOfARelativeRunDirectoryIsReplacedOnlyInPaths(@TempDir Path folder) throws IOException {
        Path run = SampleRun.at(folder.resolve("a"))
                .application("java -jar app.jar --mode=a")
                .write();
        Path file = new RunDirectory(run).manifest();
        String text = Files.readString(file).replace("\"" + run + "\"", "\"a\"");
        Files.writeString(file, Seal.put(text.substring(0, text.lastIndexOf(",\n  \"sha256\"")) + "\n}\n"));
        assertThat(NormalizedCommand.application(RunManifest.read(file)))
                .isEqualTo("java -jar app.jar --mode=a --log=app.log");
    }
}
