package org.ticktoquote.analysis.summary;

/**
 * One of the harness's processes stood still in the measured part.
 *
 * @param process its role
 * @param fromNs since the first intended tick; negative when it began before
 * @param lengthNs of the whole stall
 * @param cause {@code hiccup}, or {@code gc} when its own collector paused it for at least half of the time
 */
public record Stall(String process, long fromNs, long lengthNs, String cause) {}
