package org.ticktoquote.replayer.replay;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.affinity.CpuMask;
import org.ticktoquote.core.affinity.Pinning;

/**
 * What the kernel grants the calling thread: timers without slack, which takes 50 us off every park, and a CPU.
 *
 * <p>Best effort: what cannot be had is a warning. Both values are read back, not assumed. The mask is set directly, so
 * that no lock file is left behind; threads that this thread starts later inherit it.
 *
 * @param timerSlackNs as read back; -1 when unknown
 * @param cpus that the thread may run on, as read back; empty when unknown
 * @param warnings what was asked for and not granted
 */
record ThreadTuning(long timerSlackNs, List<Integer> cpus, List<String> warnings) {
    private static final long UNKNOWN = -1;

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
        try {
            LibC libC = Native.load("c", LibC.class);
            long timerSlackNs = withoutTimerSlack(libC, warnings);
            if (cpu != null) {
                pin(cpu, warnings);
            }
            return new ThreadTuning(timerSlackNs, allowed(), warnings);
        } catch (LinkageError | LastErrorException notLinux) {
            warnings.add("timer slack and CPU of the pacer cannot be set here: " + notLinux);
            return new ThreadTuning(UNKNOWN, List.of(), warnings);
        }
    }

    private static long withoutTimerSlack(LibC libC, List<String> warnings) {
        try {
            libC.prctl(LibC.PR_SET_TIMERSLACK, new NativeLong(1));
            return libC.prctl(LibC.PR_GET_TIMERSLACK, new NativeLong(0));
        } catch (LastErrorException refused) {
            warnings.add("timer slack stays at the default, parks end 50 us late: " + refused.getMessage());
            return UNKNOWN;
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
