package org.ticktoquote.host.mask;

import java.util.Optional;
import org.ticktoquote.host.state.CpuList;

/** Masks of threads of any process, by the thread's id. */
public interface ThreadMasks {
    /** The CPUs that a thread may run on; empty when it does not exist any more. */
    Optional<CpuList> read(long tid);

    /**
     * Gives a thread a mask; the kernel has moved it when this returns.
     *
     * @param reason rule of a plan, or {@link MaskRestorer#REASON}; for accounts of what was done
     */
    MaskChange set(long tid, CpuList cpus, String reason);
}
