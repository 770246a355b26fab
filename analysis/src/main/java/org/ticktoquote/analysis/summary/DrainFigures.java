package org.ticktoquote.analysis.summary;

/**
 * How long answers were waited for, and whether that was long enough.
 *
 * @param drainNs from the sending of the last tick to the drain deadline; 0 where there was none
 * @param answeredLate due ticks x sessions whose answer came after the deadline, while the clients still listened; they have
 *     their response
 * @param neededNs the drain that would have sufficed for the answers that came
 */
public record DrainFigures(long drainNs, long answeredLate, long neededNs) {
    public static final DrainFigures NONE = new DrainFigures(0, 0, 0);
}
