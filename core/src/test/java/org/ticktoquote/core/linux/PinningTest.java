package org.ticktoquote.core.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PinningTest {
    @Test
    void pinsTheThreadToOneCpu() {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        int last = before.length() - 1;
        try {
            assertThat(Pinning.pin(last)).isEmpty();
            assertThat(CpuMask.of(CpuMask.CALLING_THREAD).stream()).containsExactly(last);
        } finally {
            CpuMask.set(CpuMask.CALLING_THREAD, before);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 1_023, 1_024, 8_191, 8_192})
    void reportsAMissingCpuAndChangesNothing(int cpu) {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        assertThat(Pinning.pin(cpu)).startsWith("not pinned to CPU " + cpu + ": ");
        assertThat(CpuMask.of(CpuMask.CALLING_THREAD)).isEqualTo(before);
    }

    @Test
    void doesNotPinWithoutACpu() {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        assertThat(Pinning.pin(-1)).isEmpty();
        assertThat(CpuMask.of(CpuMask.CALLING_THREAD)).isEqualTo(before);
    }
}
