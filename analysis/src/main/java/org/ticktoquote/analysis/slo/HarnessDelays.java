package org.ticktoquote.analysis.slo;

import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.TailFigures;

/**
 * Delays of the harness itself that are known of a run, in addition to the replay lag, which every tick has of its own.
 *
 * @param stalledNs time between two moments on the run's clock in which the simulated clients stood still
 * @param tail how many of the slowest responses the harness touched; null where its stalls are unknown
 */
public record HarnessDelays(
        LongBinaryOperator stalledNs, @Nullable TailFigures tail) {}
