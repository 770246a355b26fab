package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;

/**
 * For how long in a year the last client is worse than the value of a percentile, if the year looked like the replay.
 *
 * @param base what a year is
 * @param regime that the recording stands for
 * @param share what the runs show
 * @param perYear of the base, as if all of it were of the recording's regime
 * @param hoursPerYear of the regime; null where nobody says
 * @param perRegimeYear of a year of such hours; null likewise
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
     * Null where the percentile is unsupported or refused, or a run has no statistics: nothing is extrapolated.
     *
     * @param figure over the runs, of the last client
     * @param runs all that the figure is of
     */
    static @Nullable AnnualFigure of(Annualisation annual, OverRuns figure, List<RunStatistics> runs) {
        if (!figure.supported() || figure.refused() || runs.size() < figure.runs()) {
            return null;
        }
        return LateShare.of(figure.lowNs(), runs)
                .map(share -> of(annual, share))
                .orElse(null);
    }

    /** Of what runs show. */
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
