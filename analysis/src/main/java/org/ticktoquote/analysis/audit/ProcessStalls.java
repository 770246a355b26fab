package org.ticktoquote.analysis.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Combines the hiccups and collector pauses of one process into stalls.
 *
 * <p>A hiccup is recorded from the first delayed wake-up, up to one interval after the stall began. A collector pause is
 * exact. If both overlap, the stall is their union.
 */
final class ProcessStalls {
    static final String HICCUP = "hiccup";
    static final String GC = "gc";

    private ProcessStalls() {}

    /** Stall with its cause. */
    record Cause(TimeInterval span, String cause) {}

    /** Returns disjoint stalls in time order. */
    static List<Cause> of(List<TimeInterval> hiccups, List<TimeInterval> pauses, long atLeastNs) {
        List<TimeInterval> rising = Stream.concat(hiccups.stream(), pauses.stream())
                .filter(span -> span.lengthNs() >= atLeastNs)
                .sorted(Comparator.comparingLong(TimeInterval::fromNs).thenComparingLong(TimeInterval::toNs))
                .toList();
        List<Cause> stalls = new ArrayList<>();
        TimeInterval open = null;
        for (TimeInterval next : rising) {
            if (open != null && open.overlaps(next)) {
                open = open.with(next);
            } else {
                close(open, pauses, stalls);
                open = next;
            }
        }
        close(open, pauses, stalls);
        return stalls;
    }

    private static void close(
            @org.jspecify.annotations.Nullable TimeInterval stall, List<TimeInterval> pauses, List<Cause> stalls) {
        if (stall != null) {
            long paused =
                    pauses.stream().mapToLong(pause -> pause.sharedNs(stall)).sum();
            stalls.add(new Cause(stall, 2 * paused >= stall.lengthNs() ? GC : HICCUP));
        }
    }
}
