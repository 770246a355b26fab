package org.ticktoquote.analysis.annual;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.core.run.AnnualHours;

/**
 * Year composed of several regimes, each represented by a case.
 *
 * @param name year's name for reports
 * @param hours hours per year, by the name of the case that represents them
 */
public record PlannedYear(String name, Map<String, Double> hours) {
    public PlannedYear {
        requireNonNull(name, "name");
        hours = Collections.unmodifiableMap(new LinkedHashMap<>(hours));
        if (hours.isEmpty()
                || hours.values().stream().anyMatch(each -> !(each > 0))
                || sum(hours) > AnnualHours.MAX_HOURS) {
            throw new IllegalArgumentException("year " + name + " has the hours " + hours
                    + ", expected more than 0 for each case and 8784 at most in all");
        }
    }

    public double allHours() {
        return sum(hours);
    }

    private static double sum(Map<String, Double> hours) {
        return hours.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
