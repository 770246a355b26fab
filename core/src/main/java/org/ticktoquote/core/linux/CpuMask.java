package org.ticktoquote.core.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import java.util.BitSet;

/**
 * CPU affinity masks of threads ({@code sched_setaffinity(2)}), with a bit for each CPU.
 *
 * <p>All methods throw {@link LastErrorException} if the kernel refuses, and a {@link LinkageError} if there is no such
 * call.
 */
public final class CpuMask {
    /** Highest number of a CPU. Linux supports 8192 CPUs at most. */
    public static final int MAX_CPU = 8191;

    /** Thread id that means the calling thread. */
    public static final int CALLING_THREAD = 0;

    /** The kernel rejects buffers that are shorter than its own mask. */
    private static final int BYTES = (MAX_CPU + 1) / Byte.SIZE;

    private CpuMask() {}

    public static BitSet of(int thread) {
        byte[] mask = new byte[BYTES];
        LibC.get().sched_getaffinity(thread, new NativeLong(BYTES), mask);
        return BitSet.valueOf(mask);
    }

    /**
     * Restricts a thread to these CPUs.
     *
     * @throws IllegalArgumentException for a CPU above {@link #MAX_CPU}
     */
    public static void set(int thread, BitSet cpus) {
        if (cpus.length() > MAX_CPU + 1) {
            throw new IllegalArgumentException("CPU " + (cpus.length() - 1) + ": expected 0.." + MAX_CPU);
        }
        byte[] mask = new byte[BYTES];
        byte[] bits = cpus.toByteArray();
        System.arraycopy(bits, 0, mask, 0, bits.length);
        LibC.get().sched_setaffinity(thread, new NativeLong(BYTES), mask);
    }
}
