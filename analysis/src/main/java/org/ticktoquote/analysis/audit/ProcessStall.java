package org.ticktoquote.analysis.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockTranslation;

/**
 * Stall of a process: its hiccups and collector pauses, combined.
 *
 * <p>A hiccup starts at the intended time of the first delayed wake-up, up to one wake interval after the stall began. A
 * collector pause is exact. If both overlap, the stall is their union.
 *
 * @param cause {@code gc} if collector pauses cover at least half of the stall, otherwise {@code hiccup}
 */
public record ProcessStall(long fromNs, long toNs, String cause) {
    static final String HICCUP = "hiccup";
    static final String GC = "gc";

    /** Returns disjoint stalls in time order. Ignores hiccups and pauses shorter than {@code atLeastNs}. */
    static List<ProcessStall> of(List<TimeInterval> hiccups, List<TimeInterval> pauses, long atLeastNs) {
        List<TimeInterval> rising = Stream.concat(hiccups.stream(), pauses.stream())
                .filter(span -> span.lengthNs() >= atLeastNs)
                .sorted(Comparator.comparingLong(TimeInterval::fromNs).thenComparingLong(TimeInterval::toNs))
                .toList();
        List<ProcessStall> stalls = new ArrayList<>();
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

    private static void close(@Nullable TimeInterval span, List<TimeInterval> pauses, List<ProcessStall> stalls) {
        if (span != null) {
            long paused =
                    pauses.stream().mapToLong(pause -> pause.sharedNs(span)).sum();
            stalls.add(new ProcessStall(span.fromNs(), span.toNs(), 2 * paused >= span.lengthNs() ? GC : HICCUP));
        }
    }

    TimeInterval span() {
        return new TimeInterval(fromNs, toNs);
    }

    /** Converts the stall from its process's clock to the run's clock. */
    ProcessStall onRunClock(ClockTranslation clock) {
        TimeInterval span = span().onRunClock(clock);
        return new ProcessStall(span.fromNs(), span.toNs(), cause);
    }
}
