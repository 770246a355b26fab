package org.ticktoquote.harness.cli.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import org.junit.jupiter.api.Test;

class CoreSetsTest {
    private static void refuses(String why, boolean duet, String sets) {
        assertThatRefused(() -> GateRunCommand.coreSets(sets, duet))
                .hasMessageContaining("--core-sets")
                .hasMessageContaining(why);
    }

    @Test
    void refusesCoreSetsThatTwoApplicationsCannotUse() {
        assertThat(GateRunCommand.coreSets(null, true)).isEmpty();
        assertThat(GateRunCommand.coreSets(null, false)).isEmpty();

        refuses("expected --duet with it", false, "0:1");
        refuses("is 1 set", true, "0");
        refuses("are 3 sets", true, "0:1:2");
        refuses("'0:' not a set of CPUs: ''", true, "0:");
        refuses("both contain CPU 1,", true, "0-1:1");
        refuses("CPU 8191 is not allowed for this process", true, "0:8191");
        refuses("not a set of CPUs: zero", true, "zero:0");
    }
}
