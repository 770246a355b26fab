package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.replayer.feed.TickEncoder;

/** Measures through the example of docs/feed.md, compiled against t2q.jar only and packaged as a jar. */
class PluginIT {
    @TempDir
    private Path folder;

    @Test
    void measuresAnApplicationWithItsOwnProtocolThroughAPlugin() throws Exception {
        Path jar = ExampleJar.of(
                folder, "docs/feed-plugin/BinaryEncoder.java", TickEncoder.class, "example.BinaryEncoder");
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "3");
        int port = UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        Scenario scenario = Scenario.coldIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s")
                .with("--feed", "binary+udp://127.0.0.1:" + port, "--plugin", jar.toString())
                .with("--composite", "single", "--half-spreads", "0,1,2,3,5", "--app", BinaryGateway.command());
        scenario.run(0);
        Summaries summary = Summaries.of(scenario.directory());
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("lost")).isZero();
        RunManifest manifest = RunManifest.read(new RunDirectory(scenario.directory()).manifest());
        assertThat(manifest.replay().feed()).isEqualTo("binary+udp://127.0.0.1:" + port);
        assertThat(manifest.observed().host()).containsEntry("plugin.BinaryEncoder.jar", sha256(jar));
        Processes.awaitNone(scenario.directory());
    }

    @Test
    void schemeIsUnknownWithoutThePluginAndNothingIsCreated() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "1");
        Scenario scenario = Scenario.coldIn(folder)
                .with("--recording", recording.toString(), "--window", "T0..T0+1s")
                .with("--feed", "binary+udp://127.0.0.1:40001", "--app", "true");
        assertThat(scenario.run(2).err())
                .contains("--feed: 'binary+udp://127.0.0.1:40001' is an unknown feed, "
                        + "expected one of aeron+ipc://, aeron+udp://, fix://")
                .contains("--plugin");
        assertThat(scenario.directory()).doesNotExist();
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
