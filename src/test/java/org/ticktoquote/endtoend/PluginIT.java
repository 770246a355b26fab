package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.net.UnclaimedPort;
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
        int port = UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0+1s..T0+3s", "--length", "2min", "--pairs", "3")
                .with("--feed", "binary+udp://127.0.0.1:" + port, "--plugin", jar.toString())
                .with("--composite", "single", "--half-spreads", "0,1,2,3,5", "--app", BinaryGateway.command());
        Summaries summary = scenario.measured(0);
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("lost")).isZero();
        RunManifest manifest = scenario.manifest();
        assertThat(manifest.replay().feed()).isEqualTo("binary+udp://127.0.0.1:" + port);
        assertThat(manifest.observed().host())
                .containsEntry(
                        "plugin.BinaryEncoder.jar",
                        FileDigest.of(jar, "plug-in").sha256());
        Processes.awaitNone(scenario.directory());
    }
}
