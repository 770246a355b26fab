package org.ticktoquote.host.placement;

import org.ticktoquote.host.state.CpuList;

/**
 * Where a thread is to run.
 *
 * @param rule that says so, by its name in the plan
 * @param cpus none: the thread is left alone
 */
public record Placement(FoundThread thread, String rule, CpuList cpus) {
    /** Whether the plan says nothing of the thread. */
    public boolean leftAlone() {
        return cpus.isEmpty();
    }
}
