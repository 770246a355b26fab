package org.ticktoquote.host.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.host.state.CpuList;

class ThreadStatTest {
    private static final String LINE =
            "4712 (odd) name) S 1 4711 4711 0 -1 4194560 90 0 4 0 150 30 0 0 20 0 1 0 86400000 200000 3000 1844674407370955"
                    + " 1 1 0 0 0 0 0 4096 17663 0 0 0 -1 5 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

    @Test
    void readsNameStateGroupBirthAndCpu() {
        assertThat(ThreadStat.parse(LINE))
                .contains(new ThreadStat(
                        4712, "odd) name", 'S', 4711, 90, 4, 86_400_000, 5, new ThreadScheduling("other", 0)));
    }

    @Test
    void readsPolicyAndPriority() {
        assertThat(ThreadStat.parse(LINE.replace(" -1 5 0 0 ", " -1 5 80 1 ")))
                .hasValueSatisfying(stat -> assertThat(stat.scheduling()).isEqualTo(new ThreadScheduling("fifo", 80)));
        assertThat(ThreadScheduling.of(2, 1)).isEqualTo(new ThreadScheduling("rr", 1));
        assertThat(ThreadScheduling.of(4, 0).policy()).isEqualTo("unknown");
    }

    @Test
    void takesAnythingElseForNothing() {
        assertThat(ThreadStat.parse("")).isEmpty();
        assertThat(ThreadStat.parse("4712 (java) S 1 2 3")).isEmpty();
    }

    @Test
    void readsMaskAndSwitches() {
        String text =
                "Name:\tjava\nCpus_allowed_list:\t0-1,4\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t5\n";
        ThreadStatus status = ThreadStatus.parse(text);
        assertThat(status).isEqualTo(new ThreadStatus(CpuList.parse("0,1,4"), 7, 5));
        assertThat(status.switches()).isEqualTo(12);
    }
}
