package org.ticktoquote.replayer.replay;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    /** The highest CPU number that the mask has room for. */
    static final int HIGHEST_CPU = 1023;

    private static final int MASK_BYTES = (HIGHEST_CPU + 1) / Byte.SIZE;
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
                pin(libC, cpu, warnings);
            }
            return new ThreadTuning(timerSlackNs, cpus(libC), warnings);
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

    private static void pin(LibC libC, int cpu, List<String> warnings) {
        try {
            BitSet one = new BitSet();
            one.set(cpu);
            byte[] mask = new byte[MASK_BYTES];
            byte[] bits = one.toByteArray();
            System.arraycopy(bits, 0, mask, 0, bits.length);
            libC.sched_setaffinity(LibC.SELF, new NativeLong(MASK_BYTES), mask);
        } catch (LastErrorException refused) {
            warnings.add("--cpu " + cpu + ": the pacer is not pinned: " + refused.getMessage());
        }
    }

    private static List<Integer> cpus(LibC libC) {
        byte[] mask = new byte[MASK_BYTES];
        libC.sched_getaffinity(LibC.SELF, new NativeLong(MASK_BYTES), mask);
        return BitSet.valueOf(mask).stream().boxed().toList();
    }
}
