package org.ticktoquote.core.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Scheduler time slice of the calling thread, set by {@code sched_setattr(2)}. Since Linux 6.12, a waking thread
 * immediately preempts a thread with a longer slice. With equal slices it can wait for 3 ms and more. The CPU share of
 * a thread does not depend on its slice. Older kernels have one slice for all threads.
 */
public final class TimeSlice {
    /** The kernel has one slice for all threads, or cannot be queried. */
    public static final long DEFAULT = 0;

    private static final long MIN_NS = 100_000;
    private static final int SCHED_OTHER = 0;

    /** Numbers of {@code sched_setattr} and {@code sched_getattr}, by architecture. */
    private static final Map<String, List<Integer>> NUMBERS =
            Map.of("amd64", List.of(314, 315), "aarch64", List.of(274, 275));

    /** Length of {@code struct sched_attr}, first version: size, policy, flags, nice, priority, and then the runtime. */
    private static final int BYTES = 48;

    private static final int POLICY = 4;
    private static final int RUNTIME = 24;

    private TimeSlice() {}

    /**
     * Sets the shortest slice, 100 us, for the calling thread. Needs no privilege. Does not change threads with a policy
     * other than {@code SCHED_OTHER}.
     *
     * @return the slice in nanoseconds as read back, or {@link #DEFAULT}
     */
    public static long shortest() {
        List<Integer> numbers = NUMBERS.get(System.getProperty("os.arch", ""));
        try {
            return numbers == null ? DEFAULT : shortest(new NativeLong(numbers.get(0)), new NativeLong(numbers.get(1)));
        } catch (LinkageError | LastErrorException notHere) {
            return DEFAULT;
        }
    }

    private static long shortest(NativeLong set, NativeLong get) {
        byte[] attributes = new byte[BYTES];
        UnsafeBuffer fields = new UnsafeBuffer(attributes);
        LibC.get().syscall(get, 0, attributes, BYTES, 0);
        if (fields.getInt(POLICY) != SCHED_OTHER) {
            return DEFAULT;
        }
        fields.putLong(RUNTIME, MIN_NS);
        LibC.get().syscall(set, 0, attributes, 0);
        LibC.get().syscall(get, 0, attributes, BYTES, 0);
        return fields.getLong(RUNTIME);
    }
}
