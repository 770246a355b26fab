package org.ticktoquote.core.run;

import java.util.Set;

/**
 * Hours of a year that a run represents.
 *
 * @param base length of a year, one of {@link #BASES}
 * @param regime kind of hours that the recording represents, as free text. Empty if not given
 * @param hoursPerYear length of this regime in a year. 0 if not given, which means the whole base
 */
public record AnnualHours(String base, String regime, double hoursPerYear) {
    public static final String FX_WEEK = "fx-week";
    public static final Set<String> BASES = Set.of(FX_WEEK, "calendar", "whole-seconds");
    /** Hours of a leap year. */
    public static final double MAX_HOURS = 8_784;

    public static final AnnualHours UNDECLARED = new AnnualHours(FX_WEEK, "", 0);
}
