package org.ticktoquote.analysis.outliers;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.ticktoquote.analysis.evidence.Cause;

/** Sums of time by cause, with the unexplained time of ticks. Does not allocate when adding. Not thread-safe. */
final class CauseTimes {
    private static final Cause[] ALL = Cause.values();

    private final Map<Cause, long[]> sums = new EnumMap<>(Cause.class);
    private long totalNs;
    private long ticks;
    private long unexplainedNs;

    CauseTimes() {
        for (Cause cause : ALL) {
            sums.put(cause, new long[1]);
        }
    }

    void add(Cause cause, long ns) {
        sum(cause)[0] += ns;
        totalNs += ns;
    }

    /** Adds the causes of a tick. */
    void add(TickCauses tick) {
        ticks++;
        for (Cause cause : ALL) {
            add(cause, tick.ns(cause));
        }
        unexplainedNs += tick.unexplainedNs();
    }

    long ns(Cause cause) {
        return sum(cause)[0];
    }

    private long[] sum(Cause cause) {
        return Objects.requireNonNull(sums.get(cause));
    }

    /** Returns the number of ticks whose causes were added. */
    long ticks() {
        return ticks;
    }

    long unexplainedNs() {
        return unexplainedNs;
    }

    /** Returns the time of each cause that has any by its key, in the order of causes, then the unexplained time. */
    Map<String, Long> byKey() {
        Map<String, Long> ns = new LinkedHashMap<>();
        for (Cause cause : ALL) {
            if (ns(cause) > 0) {
                ns.put(cause.key(), ns(cause));
            }
        }
        ns.put(LateCause.UNEXPLAINED.key(), unexplainedNs);
        return ns;
    }

    long totalNs() {
        return totalNs;
    }

    void clear() {
        for (Cause cause : ALL) {
            sum(cause)[0] = 0;
        }
        totalNs = 0;
        ticks = 0;
        unexplainedNs = 0;
    }
}
