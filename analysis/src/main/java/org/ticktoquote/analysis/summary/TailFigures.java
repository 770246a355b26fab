package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How much of the response's tail has a stall of the replayer or the clients between intended and received.
 *
 * @param beyondP999 measured values above the 99.9th percentile
 * @param overlapping of them overlap a stall
 * @param maximumOverlaps whether the largest measured value does
 */
public record TailFigures(@JsonProperty("beyondP99_9") long beyondP999, long overlapping, boolean maximumOverlaps) {}
