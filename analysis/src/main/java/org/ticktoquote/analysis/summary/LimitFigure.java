package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * A limit that the run was held against.
 *
 * @param rule as in the reasons
 * @param value measured
 * @param degradedAbove null when the rule has no such limit
 * @param failedAbove null when the rule has no such limit
 * @param voidAbove null when the rule has no such limit
 */
public record LimitFigure(
        String rule,
        double value,
        @Nullable Double degradedAbove,
        @Nullable Double failedAbove,
        @Nullable Double voidAbove) {}
