package org.ticktoquote.host.counters;

import org.ticktoquote.core.linux.CpuSteal;

/**
 * What a host counted since its boot.
 *
 * @param steal of processor time
 * @param udpDrops at one port; 0 where no port was asked for
 */
public record HostCount(CpuSteal steal, long udpDrops) {}
