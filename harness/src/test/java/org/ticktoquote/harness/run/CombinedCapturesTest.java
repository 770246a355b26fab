package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Captures of a run without ticks and quotes. */
class CombinedCapturesTest {
    private static final byte[] NO_PACKET = HexFormat.of().parseHex("d4c3b2a1020004000000000000000000ffff000001000000");

    @TempDir
    private Path folder;

    private String reason(String first, String second) throws IOException {
        Map<String, String> facts = Map.of("capture-1", first, "capture-2", second);
        for (String capture : facts.keySet()) {
            Files.write(folder.resolve(capture + ".pcap0"), NO_PACKET);
        }
        try (Progress progress = Progress.onStandardError()) {
            return new CapturedRun(
                            new RunDirectory(folder),
                            SampleManifest.of(RunManifest.COMPLETE, "", 1, facts),
                            Optional.empty(),
                            progress)
                    .makeOfOwn()
                    .orElseThrow();
        }
    }

    @Test
    void combinesCapturesOfOneHostOnly() throws IOException {
        assertThat(reason("eth0 of a", "eth1 of a")).doesNotContain("are not combined");
        assertThat(reason("eth0 of a", "eth0 of b"))
                .endsWith("; captures of different hosts are not combined: their clocks differ");
    }
}
