package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class SpinTest {
    private static BitSet cpus(int... numbers) {
        BitSet cpus = new BitSet();
        for (int cpu : numbers) {
            cpus.set(cpu);
        }
        return cpus;
    }

    @Test
    void aSenderWithACpuOfItsOwnNeverSleeps() {
        assertThat(Spin.DEFAULT.on(cpus(6), cpus(4, 5))).isEqualTo(Spin.of(Spin.NEVER_ASLEEP));
        assertThat(Spin.DEFAULT.on(cpus(6, 7), cpus(4, 5)).text()).isEqualTo("the sender of ticks never sleeps");
    }

    @Test
    void aSenderThatSharesItsCpusSleeps() {
        assertThat(Spin.DEFAULT.on(cpus(0, 1), cpus(0, 1))).isEqualTo(Spin.DEFAULT);
        assertThat(Spin.DEFAULT.on(cpus(1), cpus(0, 1))).isEqualTo(Spin.DEFAULT);
        assertThat(Spin.DEFAULT.on(cpus(), cpus())).isEqualTo(Spin.DEFAULT);
        assertThat(Spin.DEFAULT.text()).isEqualTo("the sender of ticks sleeps until 100 us before a tick");
    }

    @Test
    void whatTheUserAskedForStands() {
        assertThat(Spin.of(50_000).on(cpus(6), cpus(4, 5))).isEqualTo(Spin.of(50_000));
        assertThat(Spin.of(Spin.NEVER_ASLEEP).on(cpus(0), cpus(0))).isEqualTo(Spin.of(Spin.NEVER_ASLEEP));
    }

    @Test
    void readsTheOption() {
        assertThat(Spin.of("auto")).isEqualTo(Spin.DEFAULT);
        assertThat(Spin.of("always")).isEqualTo(Spin.of(Spin.NEVER_ASLEEP));
        assertThat(Spin.of("100us")).isEqualTo(Spin.of(100_000));
    }
}
