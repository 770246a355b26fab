package org.ticktoquote.host.mask;

/**
 * The mask that one thread is to have again.
 *
 * @param startTicks of the thread after boot, so that no later thread of that id is touched
 * @param cpus as the kernel lists them
 */
public record ThreadMask(long tid, long startTicks, String cpus) {}
