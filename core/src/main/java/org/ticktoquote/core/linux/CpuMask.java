package org.ticktoquote.core.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import java.util.BitSet;

/**
 * The kernel's masks of threads, by {@code sched_setaffinity(2)}: a bit for each CPU.
 *
 * <p>All methods throw {@link LastErrorException} when the kernel refuses, and a {@link LinkageError} where there is no such
 * call.
 */
public final class CpuMask {
    /** The highest number that a CPU can have: Linux is built for 8192 CPUs at most. */
    public static final int HIGHEST_CPU = 8191;

    /** Stands for the calling thread where a thread id is asked for. */
    public static final int CALLING_THREAD = 0;

    /** With less than the kernel's own length it refuses to tell a mask at all. */
    private static final int BYTES = (HIGHEST_CPU + 1) / Byte.SIZE;

    private CpuMask() {}

    /** The CPUs that a thread of this user, by its id, may use. */
    public static BitSet of(int thread) {
        byte[] mask = new byte[BYTES];
        LibC.get().sched_getaffinity(thread, new NativeLong(BYTES), mask);
        return BitSet.valueOf(mask);
    }

    /**
     * Lets a thread use these CPUs only.
     *
     * @throws IllegalArgumentException for a CPU above {@link #HIGHEST_CPU}
     */
    public static void set(int thread, BitSet cpus) {
        if (cpus.length() > HIGHEST_CPU + 1) {
            throw new IllegalArgumentException("CPU " + (cpus.length() - 1) + ": expected 0.." + HIGHEST_CPU);
        }
        byte[] mask = new byte[BYTES];
        byte[] bits = cpus.toByteArray();
        System.arraycopy(bits, 0, mask, 0, bits.length);
        LibC.get().sched_setaffinity(thread, new NativeLong(BYTES), mask);
    }
}
