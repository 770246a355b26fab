package org.ticktoquote.harness.hosts;

import org.ticktoquote.host.CpuSteal;

/**
 * What a host counted since it began.
 *
 * @param steal of processor time
 * @param udpDrops at one port; 0 where no port was asked for
 */
public record HostCount(CpuSteal steal, long udpDrops) {}
