package org.ticktoquote.comparison.matrix;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * Attempt that is listed and never compared.
 *
 * @param repeat number of the repeat, from 1
 * @param attempt number within the repeat, from 1
 * @param directory directory relative to the matrix
 * @param state progress
 * @param validity validity of the figures; null without figures
 * @param why reason why the attempt does not count
 */
public record UncountedRun(
        int repeat,
        int attempt,
        String directory,
        AttemptState state,
        @Nullable Verdict validity,
        String why) {}
