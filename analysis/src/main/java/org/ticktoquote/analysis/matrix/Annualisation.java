package org.ticktoquote.analysis.matrix;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the shares of a matrix are reported as time per year.
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

    /** Without a year of several regimes. */
    public static Annualisation ofOneRegime(AnnualBase base, String regime, @Nullable Double hoursPerYear) {
        return new Annualisation(base, regime, hoursPerYear, List.of(), List.of());
    }
}
