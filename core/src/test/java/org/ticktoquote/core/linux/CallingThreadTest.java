package org.ticktoquote.core.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class CallingThreadTest {
    @Test
    void pinsTheThreadToOneCpu() {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        int last = before.length() - 1;
        try {
            assertThat(CallingThread.pin(last)).isEmpty();
            assertThat(CpuMask.of(CpuMask.CALLING_THREAD).stream()).containsExactly(last);
        } finally {
            CpuMask.set(CpuMask.CALLING_THREAD, before);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 1_023, 1_024, 8_191, 8_192})
    void reportsAMissingCpuAndChangesNothing(int cpu) {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        assertThat(CallingThread.pin(cpu)).startsWith("not pinned to CPU " + cpu + ": ");
        assertThat(CpuMask.of(CpuMask.CALLING_THREAD)).isEqualTo(before);
    }

    @Test
    void doesNotPinWithoutACpu() {
        BitSet before = CpuMask.of(CpuMask.CALLING_THREAD);
        assertThat(CallingThread.pin(-1)).isEmpty();
        assertThat(CpuMask.of(CpuMask.CALLING_THREAD)).isEqualTo(before);
    }

    private static long shortestSlice() throws InterruptedException {
        long[] slice = {-1};
        Thread thread = new Thread(() -> slice[0] = CallingThread.shortestSlice(), "test-slice");
        thread.start();
        thread.join();
        return slice[0];
    }

    @Test
    void setsTheDefaultOrTheShortestSlice() throws Exception {
        assertThat(shortestSlice()).isIn(CallingThread.DEFAULT_SLICE, 100_000L);
    }

    /** Since Linux 6.12. */
    @Test
    void setsTheShortestSliceOnKernelsWithPerThreadSlices() throws Exception {
        String[] version = System.getProperty("os.version").split("[^0-9]");
        int major = Integer.parseInt(version[0]);
        assumeTrue(major > 6 || major == 6 && Integer.parseInt(version[1]) >= 12, "an older kernel");
        assertThat(shortestSlice()).isEqualTo(100_000);
    }
}
