package org.ticktoquote.analysis.slo;

import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.TailFigures;

/**
 * Known delays of the harness itself, in addition to the replay lag of each tick.
 *
 * @param stalledNs stall time of the simulated clients between two times on the run's clock
 * @param tail slowest responses affected by the harness; null if its stalls are unknown
 */
public record HarnessDelays(
        LongBinaryOperator stalledNs, @Nullable TailFigures tail) {}
