package org.ticktoquote.analysis.report;

import org.jspecify.annotations.Nullable;

/**
 * A slice of the run, for the time line; all slices of a run have the same length and none is left out.
 *
 * @param fromS its beginning, seconds after the first intended tick
 * @param ticks intended in it
 * @param worstResponseNs over its due ticks and all sessions; null when none of them was answered
 * @param worstLagNs sent less intended; 0 without ticks
 * @param lost ticks x sessions
 */
public record TimeBucket(double fromS, long ticks, @Nullable Long worstResponseNs, long worstLagNs, long lost) {}
