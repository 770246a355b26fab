package org.ticktoquote.analysis.matrix;

/**
 * Time per year, with its 95 % interval.
 *
 * @param seconds as measured
 * @param lowSeconds lower end of the interval
 * @param highSeconds upper end of it
 */
public record TimePerYear(double seconds, double lowSeconds, double highSeconds) {}
