package org.ticktoquote.analysis.summary;

/**
 * Course of the measured part.
 *
 * @param drain whether the drain was long enough
 * @param drift change of the last client's latency
 * @param held ticks delayed because the application did not read
 */
public record MeasuredPart(DrainFigures drain, DriftFigures drift, HeldFigures held) {}
