package org.ticktoquote.core.linux;

import java.util.BitSet;
import net.openhft.affinity.Affinity;

/**
 * Pins the calling thread to a CPU and reads the mask back. Uses Chronicle Affinity for CPUs below {@value #MAX_CPUS}.
 * Creates no lock file that a killed process could leave behind.
 */
public final class Pinning {
    /** Chronicle Affinity's masks have 1,024 bits. */
    private static final int MAX_CPUS = 1024;

    private Pinning() {}

    /**
     * Pins the calling thread.
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
}
