package org.ticktoquote.host.pingpong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.pingpong.PingpongRun.ValuesFile;

class ValuesFileTest {
    private static final Path FULL = Path.of("/dev/full");

    @Test
    void reportsFullDisk(@TempDir Path folder) throws IOException {
        assumeTrue(Files.exists(FULL), "SKIPPED: there is no " + FULL);
        try (OutputFile file = OutputFile.claim(folder.resolve("a.csv"))) {
            ValuesFile values = new ValuesFile(file, Files.newBufferedWriter(FULL));

            assertThatRefused(values::close)
                    .hasMessageContaining("--values: " + folder.resolve("a.csv") + ": cannot be written completely");
        }
        assertThat(folder).isEmptyDirectory();
    }
}
