package org.ticktoquote.analysis.evidence;

import java.util.OptionalLong;

/**
 * One kind of what a host goes through.
 *
 * @param looks that tell of it
 * @param absence why none does; empty where some do
 * @param reservation what is missing of the looks; empty where none is
 * @param costNs processor time of looking at all kinds, where that is known
 */
public record HostSource(String name, int looks, String absence, String reservation, OptionalLong costNs) {}
