package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class WaitModeTest {
    private static BitSet cpus(int... numbers) {
        BitSet cpus = new BitSet();
        for (int cpu : numbers) {
            cpus.set(cpu);
        }
        return cpus;
    }

    @Test
    void sleepsUnlessTheSenderHasItsOwnCpuOrTheUserChooses() {
        assertThat(WaitMode.DEFAULT.on(cpus(6), cpus(4, 5))).isEqualTo(WaitMode.of(WaitMode.ALWAYS_SPIN));
        assertThat(WaitMode.DEFAULT.on(cpus(6, 7), cpus(4, 5)).text()).isEqualTo("the sender of ticks never sleeps");

        assertThat(WaitMode.DEFAULT.on(cpus(0, 1), cpus(0, 1))).isEqualTo(WaitMode.DEFAULT);
        assertThat(WaitMode.DEFAULT.on(cpus(1), cpus(0, 1))).isEqualTo(WaitMode.DEFAULT);
        assertThat(WaitMode.DEFAULT.on(cpus(), cpus())).isEqualTo(WaitMode.DEFAULT);
        assertThat(WaitMode.DEFAULT.text()).isEqualTo("the sender of ticks sleeps until 100 us before a tick");

        assertThat(WaitMode.of(50_000).on(cpus(6), cpus(4, 5))).isEqualTo(WaitMode.of(50_000));
        assertThat(WaitMode.of(WaitMode.ALWAYS_SPIN).on(cpus(0), cpus(0))).isEqualTo(WaitMode.of(WaitMode.ALWAYS_SPIN));
    }

    @Test
    void readsTheOption() {
        assertThat(WaitMode.of("auto")).isEqualTo(WaitMode.DEFAULT);
        assertThat(WaitMode.of("always")).isEqualTo(WaitMode.of(WaitMode.ALWAYS_SPIN));
        assertThat(WaitMode.of("100us")).isEqualTo(WaitMode.of(100_000));
    }
}
