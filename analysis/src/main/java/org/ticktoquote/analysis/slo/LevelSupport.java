package org.ticktoquote.analysis.slo;

import org.ticktoquote.analysis.distribution.Latency;

/** Independent episodes among the latest ticks of a run. */
@FunctionalInterface
public interface LevelSupport {
    /**
     * Returns a lower bound of the number of independent episodes.
     *
     * @param share of the latest ticks with a value, 0..0.5
     */
    double independent(Latency latency, double share);
}
