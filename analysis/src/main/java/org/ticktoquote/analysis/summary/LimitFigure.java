package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * Numeric limit of a rule.
 *
 * @param rule rule name, the same as in the reasons
 * @param value measured value
 * @param degradedAbove null if the rule has no such limit
 * @param failedAbove null if the rule has no such limit
 * @param voidAbove null if the rule has no such limit
 */
public record LimitFigure(
        String rule,
        double value,
        @Nullable Double degradedAbove,
        @Nullable Double failedAbove,
        @Nullable Double voidAbove) {}
