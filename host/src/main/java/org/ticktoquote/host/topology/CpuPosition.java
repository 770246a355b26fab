package org.ticktoquote.host.topology;

/**
 * Where a CPU is in its machine; each number means one thing in the whole machine.
 *
 * @param llc last-level cache
 */
public record CpuPosition(int cpu, int core, int llc, int socket, int node) {}
