package org.ticktoquote.core.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.LastErrorException;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class CpuMaskTest {
    private static BitSet cpu(int number) {
        BitSet one = new BitSet();
        one.set(number);
        return one;
    }

    @Test
    void readsBackTheMaskThatWasSet() {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        BitSet first = cpu(before.nextSetBit(0));
        try {
            CpuMask.set(CpuMask.CALLING_THREAD, first);
            assertThat(CpuMask.of(CpuMask.CALLING_THREAD)).isEqualTo(first);
        } finally {
            CpuMask.set(CpuMask.CALLING_THREAD, before);
        }
    }

    @Test
    void coversAllPossibleCpusAndKeepsTheExistingOnes() {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        BitSet wide = (BitSet) before.clone();
        wide.set(1_024, CpuMask.MAX_CPU + 1);
        CpuMask.set(CpuMask.CALLING_THREAD, wide);
        assertThat(CpuMask.of(CpuMask.CALLING_THREAD)).isEqualTo(before);
    }

    @Test
    void refusesCpusThatDoNotExist() {
        assertThatThrownBy(() -> CpuMask.set(CpuMask.CALLING_THREAD, cpu(CpuMask.MAX_CPU)))
                .isInstanceOf(LastErrorException.class);

        assertThatThrownBy(() -> CpuMask.set(CpuMask.CALLING_THREAD, cpu(CpuMask.MAX_CPU + 1)))
                .hasMessageContaining("CPU 8192: expected 0..8191");
    }
}
