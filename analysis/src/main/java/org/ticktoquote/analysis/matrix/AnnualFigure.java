package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * For how long in a year a latency is worse than the value of a percentile.
 *
 * @param base what a year is
 * @param regime that the recording stands for
 * @param episodes behind it, of all runs together
 * @param perYear of the base, as if all of it were of the recording's regime
 * @param hoursPerYear of the regime; null where nobody says
 * @param perRegimeYear of a year of such hours; null likewise
 */
public record AnnualFigure(
        AnnualBase base,
        String regime,
        long episodes,
        TimePerYear perYear,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double hoursPerYear,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TimePerYear perRegimeYear) {
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double PERCENT = 100;

    /** Null where the percentile is unsupported or refused: nothing is extrapolated. */
    static @Nullable AnnualFigure of(Annualisation annual, double percentile, OverRuns figure) {
        if (!figure.supported() || figure.refused()) {
            return null;
        }
        double share = share(percentile);
        EpisodeInterval interval = EpisodeInterval.of(figure.episodes());
        @Nullable Double hours = annual.hoursPerYear();
        return new AnnualFigure(
                annual.base(),
                annual.regime(),
                figure.episodes(),
                time(share, interval, annual.base()::secondsPerYear),
                hours,
                hours == null ? null : time(share, interval, part -> part * hours * SECONDS_PER_HOUR));
    }

    /** What lies beyond a percentile, 0..1. */
    static double share(double percentile) {
        return (PERCENT - percentile) / PERCENT;
    }

    private static TimePerYear time(double share, EpisodeInterval interval, Year year) {
        return new TimePerYear(
                year.seconds(share),
                year.seconds(share * interval.low()),
                year.seconds(Math.min(1, share * interval.high())));
    }

    /** Seconds of a year that are a share of it. */
    private interface Year {
        double seconds(double share);
    }
}
