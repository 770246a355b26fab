package org.ticktoquote.analysis.gate.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;

/** What of the command of one of t2q's own processes is a condition of its run. */
final class CommandWordsTest {
    private static String replayer(String window, String speed) {
        List<String> command = List.of("/jdk/bin/java", "-Xmx768m", "replay", "--window", window, "--speed", speed);
        return CommandWords.own(new ProcessEnd(Role.REPLAYER, command, 1, ProcessEnd.NORMAL, 0, "", 1));
    }

    @Test
    void aWindowIsComparedByWhatItHoldsAndNotByHowItIsWritten() {
        assertThat(replayer("T0-4s..T0-2s", "1.0"))
                .isEqualTo(replayer("12:29:56..12:29:58", "1.0"))
                .isNotEqualTo(replayer("T0-4s..T0-2s", "2.0"));
    }
}
