package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.replayer.replay.ReplaySteps.ThreadTuning;

@EnabledOnOs(OS.LINUX)
final class ThreadTuningTest {
    private static ThreadTuning onNewThread(Integer cpu) throws InterruptedException {
        AtomicReference<ThreadTuning> tuning = new AtomicReference<>();
        Thread thread = new Thread(() -> tuning.set(ThreadTuning.ofCallingThread(cpu)), "test-tuned");
        thread.start();
        thread.join();
        return tuning.get();
    }

    @Test
    void minimisesTimerSlackAndSliceAndPinsThreadToAllowedCpu() throws Exception {
        ThreadTuning free = onNewThread(null);
        assertThat(free.timerSlackNs()).isEqualTo(1);
        assertThat(free.sliceNs()).isIn(CallingThread.DEFAULT_SLICE, 100_000L); // the latter if the kernel supports it
        int cpu = free.cpus().get(0);
        ThreadTuning pinned = onNewThread(cpu);
        assertThat(pinned.cpus()).containsExactly(cpu);
        assertThat(pinned.warnings()).isEmpty();
    }

    @Test
    void warnsIfCpuDoesNotExist() throws Exception {
        ThreadTuning tuning = onNewThread(CpuMask.MAX_CPU);
        assertThat(tuning.cpus()).isNotEmpty().doesNotContain(CpuMask.MAX_CPU);
        assertThat(tuning.warnings()).singleElement().asString().contains("not pinned");
    }
}
