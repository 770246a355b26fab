package org.ticktoquote.host.clocks;

/**
 * Whether readings on different CPUs are in order: a reader on every CPU, each of which must read nothing smaller than what
 * another one published before.
 *
 * @param cpus with a reader
 * @param reads of all of them
 * @param handovers readings after which another CPU's value had just been seen
 * @param violations readings smaller than a value that was published before
 * @param worstNs by how much at most
 */
record OrderingFigures(int cpus, long reads, long handovers, long violations, double worstNs) {}
