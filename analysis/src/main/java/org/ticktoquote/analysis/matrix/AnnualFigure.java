package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;

/**
 * Time per year for which the last client is later than a percentile's value, if the whole year were like the replay.
 *
 * @param base of the year
 * @param regime that the recording represents
 * @param share observed in the runs
 * @param perYear for a year of the base, as if all of it had the recording's regime
 * @param hoursPerYear of the regime; null if unknown
 * @param perRegimeYear for a year of these hours; null if unknown
 */
public record AnnualFigure(
        AnnualBase base,
        String regime,
        LateShare share,
        TimePerYear perYear,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double hoursPerYear,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TimePerYear perRegimeYear) {
    private static final double SECONDS_PER_HOUR = 3600;

    /**
     * Returns null if the percentile is unsupported or refused, or a run has no statistics, so that there is no basis for an
     * extrapolation.
     *
     * @param figure over the runs, of the last client
     * @param runs included in the figure
     */
    static @Nullable AnnualFigure of(Annualisation annual, FigureOverRuns figure, List<RunStatistics> runs) {
        if (!figure.supported() || figure.refused() || runs.size() < figure.runs()) {
            return null;
        }
        return LateShare.of(figure.lowNs(), runs)
                .map(share -> of(annual, share))
                .orElse(null);
    }

    /** Creates the figure for a share. */
    public static AnnualFigure of(Annualisation annual, LateShare share) {
        AnnualBase base = annual.base();
        @Nullable Double hours = annual.hoursPerYear();
        return new AnnualFigure(
                base,
                annual.regime(),
                share,
                TimePerYear.of(share, base),
                hours,
                hours == null ? null : ofHours(share, hours * SECONDS_PER_HOUR));
    }

    private static TimePerYear ofHours(LateShare share, double yearSeconds) {
        return TimePerYear.of(share, yearSeconds, part -> OptionalDouble.of(part * yearSeconds));
    }
}
