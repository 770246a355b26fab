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
 * Kernel settings of the calling thread: minimal timer slack (every park ends 50 us sooner), the shortest time slice,
 * and a CPU.
 *
 * <p>A setting that the kernel rejects becomes a warning, except the slice, which older kernels cannot set per thread.
 * Values are read back from the kernel. Threads that this thread starts later inherit the CPU mask.
 *
 * @param timerSlackNs -1 if unknown
 * @param sliceNs 0 if the kernel has one slice for all threads
 * @param cpus on which the thread can run; empty if unknown
 * @param warnings settings that were not granted
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
            return new ThreadTuning(TimerSlack.UNKNOWN, TimeSlice.DEFAULT, List.of(), warnings);
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
