package org.ticktoquote.analysis.matrix;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * An attempt that is listed and never compared.
 *
 * @param repeat from 1
 * @param attempt at that repeat, from 1
 * @param directory relative to the matrix
 * @param state how far it came
 * @param validity of its figures; null where there are none
 * @param why it does not count
 */
public record UncountedRun(
        int repeat,
        int attempt,
        String directory,
        AttemptState state,
        @Nullable Verdict validity,
        String why) {}
