package org.ticktoquote.analysis.slo;

import java.util.function.LongBinaryOperator;

/**
 * Known delays of the harness itself, in addition to the replay lag of each tick.
 *
 * @param stalledNs stall time of the simulated clients between two times on the run's clock
 * @param tailDoubt why percentiles from p99.9 on can be the harness's; empty if they cannot
 */
public record HarnessDelays(LongBinaryOperator stalledNs, String tailDoubt) {}
