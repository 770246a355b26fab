package org.ticktoquote.analysis.summary;

/**
 * How the measured part went as a whole.
 *
 * @param drain whether answers were waited for long enough
 * @param drift how the last client's latency changed
 * @param held ticks that left late because the application did not read
 */
public record MeasuredPart(DrainFigures drain, DriftFigures drift, HeldFigures held) {
    /** Nothing is known: for a summary made by hand. */
    public static final MeasuredPart NONE = new MeasuredPart(DrainFigures.NONE, DriftFigures.NONE, HeldFigures.NONE);
}
