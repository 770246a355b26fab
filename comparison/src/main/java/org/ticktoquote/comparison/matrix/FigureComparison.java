package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualFigure;

/**
 * Figure of a case compared with the baseline.
 *
 * @param overRuns figure of the case; its members are written to the file without nesting
 * @param ratio ratio to the baseline; null for the baseline itself, or if the baseline lacks the figure
 * @param annual time per year beyond the figure; only for supported percentiles of the last client, otherwise null
 */
public record FigureComparison(
        @JsonUnwrapped FigureOverRuns overRuns,
        @Nullable Ratio ratio,
        @Nullable AnnualFigure annual) {}
