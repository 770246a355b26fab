package org.ticktoquote.core.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuStealTest {
    @Test
    void readsStealTimeIfTheKernelHasItAndItsShareOfAnInterval() {
        CpuSteal times = CpuSteal.parse(KernelText.of("cpu  100 1 50 800 10 2 3 34 7 7\ncpu0 1 1 1 1 1 1 1 1 1 1\n"));
        assertThat(times).isEqualTo(new CpuSteal(34, 1000, 810));
        assertThat(CpuSteal.parse(KernelText.of("cpu 1 2 3 4\n"))).isEqualTo(new CpuSteal(0, 10, 4));

        assertThat(new CpuSteal(10, 1000).percentUntil(new CpuSteal(15, 1100))).isEqualTo(5.0);
        assertThat(new CpuSteal(1, 1).percentUntil(new CpuSteal(1, 1))).isZero();
    }
}
