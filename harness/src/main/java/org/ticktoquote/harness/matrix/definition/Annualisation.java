package org.ticktoquote.harness.matrix.definition;

/**
 * How a share of ticks becomes a time per year; a figure always names all of this.
 *
 * @param base {@code fx-week}, {@code calendar} or {@code whole-seconds}
 * @param regime the kind of hours that the recording stands for
 * @param hoursPerYear how many such hours a year has; 0: not stated
 */
public record Annualisation(String base, String regime, double hoursPerYear) {}
