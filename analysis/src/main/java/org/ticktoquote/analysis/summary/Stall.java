package org.ticktoquote.analysis.summary;

/**
 * Stall of a harness process in the measured part.
 *
 * @param process its role
 * @param fromNs start, relative to the first intended tick; negative if it is before that tick
 * @param lengthNs length of the whole stall
 * @param cause {@code hiccup}, or {@code gc} if a pause of its own collector covers at least half of it
 */
public record Stall(String process, long fromNs, long lengthNs, String cause) {}
