package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Part of the response's tail that the harness affected. The replay lag of the tick reached the stall limit, or the clients
 * stalled between the offered time and the answer.
 *
 * @param beyondP999 measured values above the 99.9th percentile
 * @param touched number of these values that the harness affected
 * @param maximumTouched whether the largest measured value is affected
 */
public record TailFigures(@JsonProperty("beyondP99_9") long beyondP999, long touched, boolean maximumTouched) {
    /**
     * Returns why percentiles from p99.9 on can be the harness's; empty if they cannot.
     *
     * @param tail null if the stalls of the harness are unknown
     * @param scheduled false for a capture, in which the harness delays nothing
     */
    public static String doubt(@Nullable TailFigures tail, boolean scheduled) {
        if (tail == null) {
            return scheduled ? "harness delays beyond p99.9 are unknown" : "";
        }
        return scheduled && tail.mostlyHarness() ? tail.text() : "";
    }

    /** Returns whether the harness affected half of the tail or more, so that it can be the cause of the tail. */
    public boolean mostlyHarness() {
        return beyondP999 > 0 && 2 * touched >= beyondP999;
    }

    /** Returns a sentence for users. */
    public String text() {
        return String.format(
                Locale.ROOT, "harness delays overlap %,d of the %,d responses beyond p99.9", touched, beyondP999);
    }
}
