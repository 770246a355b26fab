package org.ticktoquote.analysis.slo;

import org.ticktoquote.analysis.distribution.Latency;

/** Independent episodes among the ticks of a run with the longest latencies. */
@FunctionalInterface
public interface LevelSupport {
    /**
     * Returns a lower bound of the number of independent episodes.
     *
     * @param share of the ticks with a value, counted from the longest latency; 0..0.5
     */
    double independent(Latency latency, double share);
}
