package org.ticktoquote.core.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import net.openhft.affinity.Affinity;
import org.agrona.concurrent.UnsafeBuffer;

/** Sets CPU, timer slack and scheduler time slice of the calling thread. Reads every setting back. Needs no privilege. */
public final class CallingThread {
    /** The kernel cannot be asked for the timer slack. */
    public static final long UNKNOWN_SLACK = -1;

    /** The kernel has one slice for all threads, or cannot be queried. */
    public static final long DEFAULT_SLICE = 0;

    /** Chronicle Affinity's masks have 1,024 bits. */
    private static final int MAX_CPUS = 1024;

    private static final long MIN_SLACK_NS = 1;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int PR_GET_TIMERSLACK = 30;
    private static final long MIN_SLICE_NS = 100_000;
    private static final int SCHED_OTHER = 0;
    /** Numbers of {@code sched_setattr} and {@code sched_getattr}, by architecture. */
    private static final Map<String, List<Integer>> NUMBERS =
            Map.of("amd64", List.of(314, 315), "aarch64", List.of(274, 275));
    /** Length of {@code struct sched_attr}, first version: size, policy, flags, nice, priority, and then the runtime. */
    private static final int BYTES = 48;

    private static final int POLICY = 4;
    private static final int RUNTIME = 24;

    private CallingThread() {}

    /**
     * Pins the thread to a CPU. Uses Chronicle Affinity for CPUs below {@value #MAX_CPUS}. Creates no lock file that a killed
     * process could leave behind.
     *
     * @param cpu number of the CPU, negative for no pinning
     * @return reason why the thread is not pinned, empty if it is pinned or {@code cpu} is negative
     */
    public static String pin(int cpu) {
        if (cpu < 0) {
            return "";
        }
        BitSet wanted = new BitSet();
        wanted.set(cpu);
        try {
            if (cpu < MAX_CPUS) {
                Affinity.setAffinity(wanted);
            } else {
                CpuMask.set(CpuMask.CALLING_THREAD, wanted);
            }
            BitSet found = CpuMask.of(CpuMask.CALLING_THREAD);
            return wanted.equals(found) ? "" : "not pinned to CPU " + cpu + ": the kernel keeps it on " + found;
        } catch (RuntimeException | LinkageError refused) {
            return "not pinned to CPU " + cpu + ": " + refused.getMessage();
        }
    }

    /**
     * Sets the timer slack, 50 us by default, to 1 ns. Every park can be late by the slack. If the call fails, the slack
     * stays unchanged.
     *
     * @return the slack in nanoseconds as read back, or {@link #UNKNOWN_SLACK}
     */
    public static long smallestTimerSlack() {
        try {
            try {
                prctl(PR_SET_TIMERSLACK, MIN_SLACK_NS);
            } catch (LastErrorException refused) {
                return prctl(PR_GET_TIMERSLACK, 0);
            }
            return prctl(PR_GET_TIMERSLACK, 0);
        } catch (LinkageError | LastErrorException notHere) {
            return UNKNOWN_SLACK;
        }
    }

    public static boolean isSmallestTimerSlack(long slackNs) {
        return slackNs == MIN_SLACK_NS;
    }

    private static int prctl(int option, long value) {
        NativeLong zero = new NativeLong(0);
        return LibC.get().prctl(option, new NativeLong(value), zero, zero, zero);
    }

    /**
     * Sets the shortest time slice, 100 us, by {@code sched_setattr(2)}. Since Linux 6.12, a waking thread immediately
     * preempts a thread with a longer slice. With equal slices it can wait for 3 ms and more. The CPU share of a thread does
     * not depend on its slice. Older kernels have one slice for all threads. Does not change threads with a policy other than
     * {@code SCHED_OTHER}.
     *
     * @return the slice in nanoseconds as read back, or {@link #DEFAULT_SLICE}
     */
    public static long shortestSlice() {
        List<Integer> numbers = NUMBERS.get(System.getProperty("os.arch", ""));
        try {
            return numbers == null
                    ? DEFAULT_SLICE
                    : shortestSlice(new NativeLong(numbers.get(0)), new NativeLong(numbers.get(1)));
        } catch (LinkageError | LastErrorException notHere) {
            return DEFAULT_SLICE;
        }
    }

    private static long shortestSlice(NativeLong set, NativeLong get) {
        byte[] attributes = new byte[BYTES];
        UnsafeBuffer fields = new UnsafeBuffer(attributes);
        LibC.get().syscall(get, 0, attributes, BYTES, 0);
        if (fields.getInt(POLICY) != SCHED_OTHER) {
            return DEFAULT_SLICE;
        }
        fields.putLong(RUNTIME, MIN_SLICE_NS);
        LibC.get().syscall(set, 0, attributes, 0);
        LibC.get().syscall(get, 0, attributes, BYTES, 0);
        return fields.getLong(RUNTIME);
    }
}
