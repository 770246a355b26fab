package org.ticktoquote.harness.matrix.definition;

/**
 * What 100 units are, for publication without absolute numbers: a stated time, or the figure of a case.
 *
 * @param timeNs stated; 0: the figure of the case
 * @param caseName whose figure, the median of its runs
 * @param figure {@code max} or a percentile as in {@code p99.9}
 */
public record Normalisation(long timeNs, String caseName, String figure) {}
