package org.ticktoquote.host.hiccups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.hiccups.HiccupsRun.IntervalLog;

class IntervalLogTest {
    private static final Path FULL = Path.of("/dev/full");

    @Test
    void reportsFullDisk(@TempDir Path folder) throws IOException {
        assumeTrue(Files.exists(FULL), "SKIPPED: there is no " + FULL);
        try (OutputFile file = OutputFile.claim(folder.resolve("a.hlog"))) {
            IntervalLog log = new IntervalLog(file, Files.newOutputStream(FULL));

            assertThatRefused(log::close)
                    .hasMessageContaining("--hlog: " + folder.resolve("a.hlog") + ": cannot be written completely");
        }
        assertThat(folder).isEmptyDirectory();
    }
}
