package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.core.linux.CpuMask;

@EnabledOnOs(OS.LINUX)
final class ThreadTuningTest {
    private final List<String> warnings = new ArrayList<>();

    private ReplayerReady.Pacer onNewThread(Integer cpu) throws InterruptedException {
        AtomicReference<ReplayerReady.Pacer> tuning = new AtomicReference<>();
        Thread thread = new Thread(() -> tuning.set(ReplaySteps.tuneCallingThread(cpu, warnings)), "test-tuned");
        thread.start();
        thread.join();
        return tuning.get();
    }

    @Test
    void minimisesTimerSlackAndSliceAndPinsThreadToAllowedCpu() throws Exception {
        ReplayerReady.Pacer free = onNewThread(null);
        assertThat(free.timerSlackNs()).isEqualTo(1);
        assertThat(free.sliceNs()).isIn(CallingThread.DEFAULT_SLICE, 100_000L); // the latter if the kernel supports it
        int cpu = free.cpus().get(0);
        warnings.clear();
        ReplayerReady.Pacer pinned = onNewThread(cpu);
        assertThat(pinned.cpus()).containsExactly(cpu);
        assertThat(warnings).isEmpty();
    }

    @Test
    void warnsIfCpuDoesNotExist() throws Exception {
        ReplayerReady.Pacer tuning = onNewThread(CpuMask.MAX_CPU);
        assertThat(tuning.cpus()).isNotEmpty().doesNotContain(CpuMask.MAX_CPU);
        assertThat(warnings).singleElement().asString().contains("not pinned");
    }
}
