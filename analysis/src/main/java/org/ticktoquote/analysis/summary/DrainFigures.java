package org.ticktoquote.analysis.summary;

import java.util.concurrent.TimeUnit;

/**
 * Length of the drain, and whether it was sufficient.
 *
 * @param drainNs time from the sending of the last tick to the drain deadline; 0 without a deadline
 * @param answeredLate due ticks x sessions answered after the deadline, while the clients still listened; they keep their
 * response
 * @param neededNs drain that would have sufficed for all answers received
 */
public record DrainFigures(long drainNs, long answeredLate, long neededNs) {
    public static final DrainFigures NONE = new DrainFigures(0, 0, 0);

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** Returns a sufficient {@code --drain} in whole seconds, as in {@code 75s}. */
    public String sufficient() {
        return TimeUnit.NANOSECONDS.toSeconds(neededNs + SECOND_NS - 1) + "s";
    }
}
