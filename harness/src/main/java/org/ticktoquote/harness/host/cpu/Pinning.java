package org.ticktoquote.harness.host.cpu;

import java.util.BitSet;
import org.ticktoquote.core.affinity.CpuMask;

/** Keeps the calling thread on one CPU. The mask is set directly, without a lock file, and read back. */
public final class Pinning {
    private Pinning() {}

    /**
     * Pins the calling thread.
     *
     * @param cpu its number; negative for no pinning
     * @return why it is not pinned; empty when it is, or when it should not be
     */
    public static String pin(int cpu) {
        if (cpu < 0) {
            return "";
        }
        BitSet wanted = new BitSet();
        wanted.set(cpu);
        try {
            CpuMask.set(CpuMask.CALLING_THREAD, wanted);
            BitSet found = CpuMask.of(CpuMask.CALLING_THREAD);
            return wanted.equals(found) ? "" : "not pinned to CPU " + cpu + ": the kernel keeps it on " + found;
        } catch (RuntimeException | LinkageError refused) {
            return "not pinned to CPU " + cpu + ": " + refused.getMessage();
        }
    }
}
