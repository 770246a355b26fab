package org.ticktoquote.harness.host.hiccups;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.Refusal;

class IntervalLogTest {
    private static final Path FULL = Path.of("/dev/full");

    @Test
    void saysWhenTheDiskIsFull() {
        assumeTrue(Files.exists(FULL), "SKIPPED: there is no " + FULL);
        IntervalLog file = new IntervalLog(FULL);

        assertThatThrownBy(file::close)
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--hlog /dev/full: cannot be written whole");
    }
}
