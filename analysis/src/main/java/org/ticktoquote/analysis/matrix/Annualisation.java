package org.ticktoquote.analysis.matrix;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.AnnualHours;

/**
 * How the shares of a matrix, or of one run, are reported as time per year.
 *
 * @param base that every annual figure of one case names
 * @param regime that the recording stands for, in words; may be empty
 * @param hoursPerYear of that regime; null where nobody says
 * @param laterThanNs values beyond which years of several regimes are stated
 * @param years of several regimes; may be empty
 */
public record Annualisation(
        AnnualBase base,
        String regime,
        @Nullable Double hoursPerYear,
        List<Long> laterThanNs,
        List<PlannedYear> years) {
    /** What {@link #hours} takes, for messages. */
    public static final String SO_MANY_HOURS = "a number of hours above 0 and up to 8784";

    private static final double SECONDS_PER_HOUR = 3600;

    public Annualisation {
        requireNonNull(base, "annual.base");
        requireNonNull(regime, "annual.regime");
        laterThanNs = List.copyOf(laterThanNs);
        years = List.copyOf(years);
        if (hoursPerYear != null && !(hoursPerYear > 0)) {
            throw new IllegalArgumentException("annual.hoursPerYear is " + hoursPerYear + ", expected more than 0");
        }
        if (laterThanNs.stream().anyMatch(each -> each <= 0)) {
            throw new IllegalArgumentException("annual.laterThanNs is " + laterThanNs + ", expected more than 0");
        }
    }

    /** What a text says of the hours of a year; null for none. */
    public static @Nullable Double hours(String text) {
        double hours = Double.parseDouble(text);
        return hours > 0 && hours <= AnnualHours.MOST_HOURS ? hours : null;
    }

    /** Of one run, as it says. */
    public static Annualisation of(AnnualHours said) {
        return ofOneRegime(
                AnnualBase.named(said.base()).orElseThrow(),
                said.regime(),
                said.hoursPerYear() == 0 ? null : (Double) said.hoursPerYear());
    }

    /** What each run of it says: nothing of years of several regimes. */
    public AnnualHours ofRun() {
        return new AnnualHours(base.text(), regime, hoursPerYear == null ? 0 : hoursPerYear);
    }

    /** Hours of the regime in a year: all of the base's where nobody says how many. */
    public double hours() {
        return hoursPerYear != null ? hoursPerYear : base.yearSeconds() / SECONDS_PER_HOUR;
    }

    /** With so many {@link #hours}, said. */
    public Annualisation ofHours() {
        return ofOneRegime(base, regime, hours());
    }

    /** Without a year of several regimes. */
    public static Annualisation ofOneRegime(AnnualBase base, String regime, @Nullable Double hoursPerYear) {
        return new Annualisation(base, regime, hoursPerYear, List.of(), List.of());
    }
}
