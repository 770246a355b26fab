package org.ticktoquote.analysis.outliers;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.ticktoquote.analysis.evidence.Cause;

/** Sums of time by cause. Does not allocate when adding. Not thread-safe. */
final class CauseTimes {
    private static final Cause[] ALL = Cause.values();

    private final Map<Cause, long[]> sums = new EnumMap<>(Cause.class);
    private long totalNs;

    CauseTimes() {
        for (Cause cause : ALL) {
            sums.put(cause, new long[1]);
        }
    }

    void add(Cause cause, long ns) {
        sum(cause)[0] += ns;
        totalNs += ns;
    }

    long ns(Cause cause) {
        return sum(cause)[0];
    }

    private long[] sum(Cause cause) {
        return Objects.requireNonNull(sums.get(cause));
    }

    long totalNs() {
        return totalNs;
    }

    void clear() {
        for (Cause cause : ALL) {
            sum(cause)[0] = 0;
        }
        totalNs = 0;
    }
}
