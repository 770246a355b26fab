package org.ticktoquote.host.placement;

import org.ticktoquote.host.state.CpuList;

/**
 * CPUs assigned to a thread by a plan.
 *
 * @param rule name of the plan's rule that matched
 * @param cpus empty if the thread is left alone
 */
public record Placement(FoundThread thread, String rule, CpuList cpus) {
    /** Returns whether the plan leaves the thread alone. */
    public boolean leftAlone() {
        return cpus.isEmpty();
    }
}
