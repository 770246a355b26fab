package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How much of the response's tail the harness's own processes touched: the tick left late by the stall limit or more, or a
 * stall of the clients lies between sent and received.
 *
 * @param beyondP999 measured values above the 99.9th percentile
 * @param touched of them
 * @param maximumTouched whether the largest measured value is
 */
public record TailFigures(@JsonProperty("beyondP99_9") long beyondP999, long touched, boolean maximumTouched) {}
