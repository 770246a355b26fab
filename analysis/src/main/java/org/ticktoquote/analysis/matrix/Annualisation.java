package org.ticktoquote.analysis.matrix;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * How the shares of a matrix are reported as time per year.
 *
 * @param base that every annual figure names
 * @param regime that the recording stands for, in words; may be empty
 * @param hoursPerYear of that regime; null where nobody says
 */
public record Annualisation(
        AnnualBase base, String regime, @Nullable Double hoursPerYear) {
    public Annualisation {
        requireNonNull(base, "annual.base");
        requireNonNull(regime, "annual.regime");
        if (hoursPerYear != null && !(hoursPerYear > 0)) {
            throw new IllegalArgumentException("annual.hoursPerYear is " + hoursPerYear + ", expected more than 0");
        }
    }
}
