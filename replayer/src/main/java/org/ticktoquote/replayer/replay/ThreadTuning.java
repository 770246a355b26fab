package org.ticktoquote.replayer.replay;

import com.sun.jna.LastErrorException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.core.linux.Pinning;
import org.ticktoquote.core.linux.TimeSlice;
import org.ticktoquote.core.linux.TimerSlack;

/**
 * What the kernel grants the calling thread: timers without slack, which takes 50 us off every park, the shortest time slice, and
 * a CPU.
 *
 * <p>Best effort: what cannot be had is a warning, but for the slice, which older kernels have the same for all. The values are
 * read back, not assumed. The mask is set directly, so
 * that no lock file is left behind; threads that this thread starts later inherit it.
 *
 * @param timerSlackNs as read back; -1 when unknown
 * @param sliceNs as read back; 0 where it is that of all
 * @param cpus that the thread may run on, as read back; empty when unknown
 * @param warnings what was asked for and not granted
 */
record ThreadTuning(long timerSlackNs, long sliceNs, List<Integer> cpus, List<String> warnings) {
    ThreadTuning {
        cpus = List.copyOf(cpus);
        warnings = List.copyOf(warnings);
    }

    /**
     * Tunes the calling thread.
     *
     * @param cpu to run on; null for any
     */
    static ThreadTuning ofCallingThread(@Nullable Integer cpu) {
        List<String> warnings = new ArrayList<>();
        long timerSlackNs = TimerSlack.smallest();
        long sliceNs = TimeSlice.shortest();
        try {
            List<Integer> before = allowed();
            if (!TimerSlack.isSmallest(timerSlackNs)) {
                warnings.add("timer slack stays at the default, parks end 50 us late");
            }
            if (cpu == null) {
                return new ThreadTuning(timerSlackNs, sliceNs, before, warnings);
            }
            pin(cpu, warnings);
            return new ThreadTuning(timerSlackNs, sliceNs, allowed(), warnings);
        } catch (LinkageError | LastErrorException notLinux) {
            warnings.add("timer slack and CPU of the pacer cannot be set here: " + notLinux.getMessage());
            return new ThreadTuning(TimerSlack.UNKNOWN, TimeSlice.OF_ALL, List.of(), warnings);
        }
    }

    private static void pin(int cpu, List<String> warnings) {
        String refused = Pinning.pin(cpu);
        if (!refused.isEmpty()) {
            warnings.add("--cpu " + cpu + ": the pacer is " + refused);
        }
    }

    private static List<Integer> allowed() {
        return CpuMask.of(CpuMask.CALLING_THREAD).stream().boxed().toList();
    }
}
