package org.ticktoquote.analysis.annual;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DecimalText;
import org.ticktoquote.core.run.AnnualHours;

/**
 * Conversion of the shares of a matrix, or of one run, to time per year.
 *
 * @param base year length used by all annual figures of one case
 * @param regime market regime that the recording represents, in words; can be empty
 * @param hoursPerYear length of that regime in a year; null if unknown
 * @param laterThanNs values for which years of several regimes are reported
 * @param years planned years of several regimes; can be empty
 */
public record Annualisation(
        AnnualBase base,
        String regime,
        @Nullable Double hoursPerYear,
        List<Long> laterThanNs,
        List<PlannedYear> years) {
    /** Expected argument of {@link #hours(String)}, for messages. */
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

    /** Parses the hours of a year; null if they are not a number or out of range. */
    public static @Nullable Double hours(String text) {
        double hours = DecimalText.parse(text);
        return hours > 0 && hours <= AnnualHours.MAX_HOURS ? hours : null;
    }

    /** Creates the conversion declared by one run. */
    public static Annualisation of(AnnualHours said) {
        return ofOneRegime(
                AnnualBase.named(said.base()).orElseThrow(),
                said.regime(),
                said.hoursPerYear() == 0 ? null : (Double) said.hoursPerYear());
    }

    /** Returns the declaration for each run, without years of several regimes. */
    public AnnualHours ofRun() {
        return new AnnualHours(base.text(), regime, hoursPerYear == null ? 0 : hoursPerYear);
    }

    /** Returns the hours of the regime in a year; the base's whole year if unknown. */
    public double hours() {
        return hoursPerYear != null ? hoursPerYear : base.yearSeconds() / SECONDS_PER_HOUR;
    }

    /** Returns a copy with explicit {@link #hours()} and without years of several regimes. */
    public Annualisation ofHours() {
        return ofOneRegime(base, regime, hours());
    }

    /** Creates a conversion without years of several regimes. */
    public static Annualisation ofOneRegime(AnnualBase base, String regime, @Nullable Double hoursPerYear) {
        return new Annualisation(base, regime, hoursPerYear, List.of(), List.of());
    }
}
