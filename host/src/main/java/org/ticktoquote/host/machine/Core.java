package org.ticktoquote.host.machine;

import org.ticktoquote.host.state.CpuList;

/**
 * A core, as far as a run may use it.
 *
 * @param node of memory; 0 where the system knows none
 * @param cpus its hardware threads
 */
public record Core(int node, CpuList cpus) {}
