package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a case beside that of the baseline.
 *
 * @param overRuns of the case; its members stand in the file beside the others
 * @param ratio to the baseline; null for the baseline itself and where the baseline has no such figure
 * @param annual time per year beyond it; null but for percentiles of the last client, and where nothing supports it
 */
public record FigureComparison(
        @JsonUnwrapped OverRuns overRuns,
        @Nullable Ratio ratio,
        @Nullable AnnualFigure annual) {}
