package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * How much of the response's tail the harness's own processes touched: the tick left late by the stall limit or more, or a
 * stall of the clients lies between sent and received.
 *
 * @param beyondP999 measured values above the 99.9th percentile
 * @param touched of them
 * @param maximumTouched whether the largest measured value is
 */
public record TailFigures(@JsonProperty("beyondP99_9") long beyondP999, long touched, boolean maximumTouched) {
    /** Whether the harness touched half of it or more, so that its length may be the harness's. */
    public boolean mostlyHarness() {
        return beyondP999 > 0 && 2 * touched >= beyondP999;
    }

    /** For people. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "the harness itself was late or paused in %,d of the %,d responses beyond p99.9",
                touched,
                beyondP999);
    }
}
