package org.ticktoquote.analysis.evidence;

import java.util.OptionalLong;

/**
 * Availability of one kind of host figures.
 *
 * @param looks number of samples with this kind
 * @param absence reason for missing samples; empty if there are any
 * @param reservation description of gaps in the samples; empty if complete
 * @param costNs CPU time spent on sampling all kinds, if known
 */
public record HostSource(String name, int looks, String absence, String reservation, OptionalLong costNs) {}
