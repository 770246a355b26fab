package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.core.linux.TimeSlice;

@EnabledOnOs(OS.LINUX)
final class ThreadTuningTest {
    private static ThreadTuning onAThreadOfItsOwn(Integer cpu) throws InterruptedException {
        AtomicReference<ThreadTuning> tuning = new AtomicReference<>();
        Thread thread = new Thread(() -> tuning.set(ThreadTuning.ofCallingThread(cpu)), "test-tuned");
        thread.start();
        thread.join();
        return tuning.get();
    }

    @Test
    void takesTheSlackOffTheTimersOfTheThread() throws Exception {
        assertThat(onAThreadOfItsOwn(null).timerSlackNs()).isEqualTo(1);
    }

    @Test
    void takesTheShortestSliceWhereTheKernelHasOneForEachThread() throws Exception {
        assertThat(onAThreadOfItsOwn(null).sliceNs()).isIn(TimeSlice.DEFAULT, 100_000L);
    }

    @Test
    void pinsTheThreadToACpuThatItMayUse() throws Exception {
        int cpu = onAThreadOfItsOwn(null).cpus().get(0);
        ThreadTuning pinned = onAThreadOfItsOwn(cpu);
        assertThat(pinned.cpus()).containsExactly(cpu);
        assertThat(pinned.warnings()).isEmpty();
    }

    @Test
    void saysSoWhenThereIsNoSuchCpu() throws Exception {
        ThreadTuning tuning = onAThreadOfItsOwn(CpuMask.MAX_CPU);
        assertThat(tuning.cpus()).isNotEmpty().doesNotContain(CpuMask.MAX_CPU);
        assertThat(tuning.warnings()).singleElement().asString().contains("not pinned");
    }
}
