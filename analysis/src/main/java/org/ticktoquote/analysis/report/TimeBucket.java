package org.ticktoquote.analysis.report;

import org.jspecify.annotations.Nullable;

/**
 * Slice of a run's time line. All slices of a run have the same length, without gaps.
 *
 * @param fromS start, seconds after the first intended tick
 * @param ticks intended in it; for a pair or session, its due ticks x sessions
 * @param worstResponseNs largest response of its answered ticks at all sessions; null without answers
 * @param worstLagNs largest replay lag; 0 without ticks, and for a pair or session
 * @param lost ticks x sessions that are certainly lost
 */
public record TimeBucket(double fromS, long ticks, @Nullable Long worstResponseNs, long worstLagNs, long lost) {}
