package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualFigure;

/**
 * Figure of a case compared with the baseline.
 *
 * @param overRuns of the case; its members are written to the file without nesting
 * @param ratio to the baseline; null for the baseline itself, and if the baseline lacks the figure
 * @param annual time per year beyond it; only for supported percentiles of the last client, otherwise null
 */
public record FigureComparison(
        @JsonUnwrapped FigureOverRuns overRuns,
        @Nullable Ratio ratio,
        @Nullable AnnualFigure annual) {}
