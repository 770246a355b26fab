package org.ticktoquote.harness.matrix.definition;

/**
 * What a case is held to.
 *
 * @param latency as in {@code response}
 * @param figure {@code max} or a percentile as in {@code p99.9}
 * @param mostNs above it the case has not kept its limit
 */
public record FigureLimit(String latency, String figure, long mostNs) {}
