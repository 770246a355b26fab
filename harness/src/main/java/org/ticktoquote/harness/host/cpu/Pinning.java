package org.ticktoquote.harness.host.cpu;

import java.util.BitSet;
import net.openhft.affinity.Affinity;

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
            Affinity.setAffinity(wanted);
        } catch (RuntimeException refused) {
            return "not pinned to CPU " + cpu + ": " + refused.getMessage();
        }
        BitSet found = Affinity.getAffinity();
        return wanted.equals(found) ? "" : "not pinned to CPU " + cpu + ": the kernel keeps it on " + found;
    }
}
