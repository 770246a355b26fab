package org.ticktoquote.analysis.summary;

/**
 * Ticks delayed by an application that did not read its market data.
 *
 * @param sends ticks whose send was blocked
 * @param waitedNs total time for which sends were blocked
 * @param ticks ticks sent late because of blocked sends
 * @param longestNs largest delay of a tick
 */
public record HeldFigures(long sends, long waitedNs, long ticks, long longestNs) {
    public static final HeldFigures NONE = new HeldFigures(0, 0, 0, 0);
}
