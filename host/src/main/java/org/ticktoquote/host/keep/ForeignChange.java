package org.ticktoquote.host.keep;

import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.state.CpuList;

/** Told of masks that another process changed. */
public interface ForeignChange {
    /** Always sets the mask of the plan again. */
    ForeignChange SET_AGAIN = (thread, expected, found) -> true;

    /** Returns whether the thread gets its mask of the plan again. */
    boolean restores(FoundThread thread, CpuList expected, CpuList found);
}
