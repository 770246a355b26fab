package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.linux.KernelText;

class ThrottlingTest {
    private static final Path MOUNT = Path.of("/cg");

    @Test
    void readsItsOwnGroupAndItsParentsOrTheCpuControllerOfCgroupV1() {
        assertThat(Throttling.files("0::/user/app\n", MOUNT))
                .containsSubsequence(
                        Path.of("/cg/user/app/cpu.stat"), Path.of("/cg/user/cpu.stat"), Path.of("/cg/cpu.stat"))
                .doesNotContain(Path.of("/cpu.stat"));

        assertThat(Throttling.files("4:memory:/m\n2:cpu,cpuacct:/box\n1:name=systemd:/s\n", MOUNT))
                .containsExactly(Path.of("/cg/cpu,cpuacct/box/cpu.stat"), Path.of("/cg/cpu,cpuacct/cpu.stat"));
    }

    @Test
    void readsStatisticsOfCgroupV1AndV2OrZerosWithoutAQuota() {
        assertThat(Throttling.parse(KernelText.of("usage_usec 7\nnr_periods 9\nnr_throttled 3\nthrottled_usec 1500\n")))
                .isEqualTo(new Throttling(9, 3, 1_500_000));
        assertThat(Throttling.parse(KernelText.of("nr_periods 9\nnr_throttled 4\nthrottled_time 1500000\n")))
                .isEqualTo(new Throttling(9, 4, 1_500_000));
        assertThat(Throttling.parse(KernelText.of("usage_usec 7\nuser_usec 5\n")))
                .isEqualTo(new Throttling(0, 0, 0));
    }
}
