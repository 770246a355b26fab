package org.ticktoquote.core.run;

import java.util.Set;

/**
 * Of which hours of a year a run speaks.
 *
 * @param base what a year is: one of {@link #BASES}
 * @param regime the kind of hours that the recording represents, in words; empty where nobody says
 * @param hoursPerYear that are of this kind; 0 where nobody says: then it is as if the whole base were
 */
public record AnnualHours(String base, String regime, double hoursPerYear) {
    public static final String FX_WEEK = "fx-week";
    public static final Set<String> BASES = Set.of(FX_WEEK, "calendar", "whole-seconds");
    /** Hours of a leap year. */
    public static final double MOST_HOURS = 8_784;

    public static final AnnualHours UNSAID = new AnnualHours(FX_WEEK, "", 0);
}
