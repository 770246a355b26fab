package org.ticktoquote.analysis.annual;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.LateShare;

/**
 * Time per year for which the last client is later than a percentile's value, if the whole year were like the replay.
 *
 * @param base definition of the length of a year
 * @param regime market regime that the recording represents
 * @param share share of quotes and of time that are late, as observed in the runs
 * @param perYear late time in a year of the length that {@code base} defines, all in the recording's regime
 * @param hoursPerYear length of the regime in a year; null if unknown
 * @param perRegimeYear late time in {@code hoursPerYear} hours of the regime; null if unknown
 */
public record AnnualFigure(
        AnnualBase base,
        String regime,
        LateShare share,
        TimePerYear perYear,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double hoursPerYear,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TimePerYear perRegimeYear) {
    private static final double SECONDS_PER_HOUR = 3600;

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
