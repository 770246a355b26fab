package org.ticktoquote.analysis.slo;

import org.ticktoquote.analysis.distribution.Latency;

/** Independent episodes among the latest ticks of a run. */
@FunctionalInterface
public interface LevelSupport {
    /**
     * How many independent episodes there are, at least.
     *
     * @param share of the ticks with a value, the latest ones, 0..0.5
     */
    double independent(Latency latency, double share);
}
