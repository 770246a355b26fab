package org.ticktoquote.analysis.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.analysis.distribution.Distribution;

/** Accumulates the values of one row. Not thread-safe. */
final class WireRow {
    private final Distribution values;
    private long minimum = Long.MAX_VALUE;

    WireRow(String name, long boundNs) {
        this.values = new Distribution(name, name, boundNs);
    }

    void record(long ns) {
        minimum = Math.min(minimum, ns);
        values.record(ns);
    }

    void lost() {
        values.censor();
    }

    long beyondBound() {
        return values.beyondUncertainty();
    }

    /** Returns the smallest number; 0 if there is none. */
    long minimum() {
        return values.measured() == 0 ? 0 : minimum;
    }

    WireFigures.Row row() {
        Map<String, Long> percentiles = new LinkedHashMap<>();
        if (values.count() > 0) {
            values.named().forEach(percentiles::put);
        }
        return new WireFigures.Row(
                values.name(),
                values.count(),
                values.censored(),
                values.negative(),
                values.beyondUncertainty(),
                minimum(),
                percentiles,
                values.measured() == 0 ? 0 : values.maximum());
    }
}
