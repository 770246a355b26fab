package org.ticktoquote.analysis.summary;

/**
 * What an application that did not read its market data held up.
 *
 * @param sends ticks whose send had to wait for it
 * @param waitedNs how long these waited, together
 * @param ticks that left late because of it
 * @param longestNs by which one of these left later
 */
public record HeldFigures(long sends, long waitedNs, long ticks, long longestNs) {
    public static final HeldFigures NONE = new HeldFigures(0, 0, 0, 0);
}
