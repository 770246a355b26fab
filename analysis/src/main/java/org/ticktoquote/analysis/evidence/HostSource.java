package org.ticktoquote.analysis.evidence;

import java.util.OptionalLong;

/**
 * Availability of one kind of host figures.
 *
 * @param looks number of samples that have it
 * @param absence why there are none; empty if there are
 * @param reservation what the samples lack; empty if complete
 * @param costNs CPU time spent on sampling all kinds, if known
 */
public record HostSource(String name, int looks, String absence, String reservation, OptionalLong costNs) {}
