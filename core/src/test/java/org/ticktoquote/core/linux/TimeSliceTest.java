package org.ticktoquote.core.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class TimeSliceTest {
    private static long shortest() throws InterruptedException {
        long[] slice = {-1};
        Thread thread = new Thread(() -> slice[0] = TimeSlice.shortest(), "test-slice");
        thread.start();
        thread.join();
        return slice[0];
    }

    @Test
    void isTheDefaultOrTheShortestSlice() throws Exception {
        assertThat(shortest()).isIn(TimeSlice.DEFAULT, 100_000L);
    }

    /** Since Linux 6.12. */
    @Test
    void isTheShortestOnKernelsWithPerThreadSlices() throws Exception {
        String[] version = System.getProperty("os.version").split("[^0-9]");
        int major = Integer.parseInt(version[0]);
        assumeTrue(major > 6 || major == 6 && Integer.parseInt(version[1]) >= 12, "an older kernel");
        assertThat(shortest()).isEqualTo(100_000);
    }
}
