package org.ticktoquote.analysis.summary;

/**
 * Length of the drain, and whether it was sufficient.
 *
 * @param drainNs from the sending of the last tick to the drain deadline; 0 without a deadline
 * @param answeredLate due ticks x sessions answered after the deadline, while the clients still listened; they keep their
 * response
 * @param neededNs drain that would have sufficed for all answers received
 */
public record DrainFigures(long drainNs, long answeredLate, long neededNs) {
    public static final DrainFigures NONE = new DrainFigures(0, 0, 0);
}
