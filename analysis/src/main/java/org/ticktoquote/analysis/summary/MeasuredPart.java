package org.ticktoquote.analysis.summary;

/**
 * How the measured part went as a whole.
 *
 * @param drain whether answers were waited for long enough
 */
public record MeasuredPart(DrainFigures drain) {
    /** Nothing is known: for a summary made by hand. */
    public static final MeasuredPart NONE = new MeasuredPart(DrainFigures.NONE);
}
