package org.ticktoquote.analysis.outliers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;

/**
 * Timeline of the most specific cause active at each time, from causes with exact times. Intervals are disjoint and ascending.
 * Immutable.
 */
final class CauseTimeline {
    /** Order of overlapping intervals: the first cause wins, and within a cause the later interval. */
    private static final Comparator<Part> ORDER = Comparator.comparing((Part part) -> part.cause)
            .thenComparing(Comparator.comparingLong((Part part) -> part.interval.fromNs())
                    .reversed());

    private final long[] from;
    private final long[] to;
    private final Cause[] causes;

    private record Part(Cause cause, EvidenceInterval interval) {}

    private CauseTimeline(List<Part> disjoint) {
        this.from = disjoint.stream().mapToLong(part -> part.interval.fromNs()).toArray();
        this.to = disjoint.stream().mapToLong(part -> part.interval.toNs()).toArray();
        this.causes = disjoint.stream().map(Part::cause).toArray(Cause[]::new);
    }

    /** Creates the timeline of selected causes. Omits intervals in which the cause was active for only a part of the time. */
    static CauseTimeline of(List<CauseEvidence> evidence, Predicate<Cause> wanted) {
        List<Part> parts = evidence.stream()
                .filter(source -> wanted.test(source.cause()))
                .flatMap(source -> source.intervals().stream()
                        .filter(interval -> interval.isWhole() && interval.lengthNs() > 0)
                        .map(interval -> new Part(source.cause(), interval)))
                .sorted(Comparator.comparingLong(part -> part.interval.fromNs()))
                .toList();
        return new CauseTimeline(disjoint(parts));
    }

    private static List<Part> disjoint(List<Part> rising) {
        List<Part> disjoint = new ArrayList<>();
        PriorityQueue<Part> open = new PriorityQueue<>(ORDER);
        Deque<Part> next = new ArrayDeque<>(rising);
        long nowNs = Long.MIN_VALUE;
        while (!next.isEmpty() || !open.isEmpty()) {
            if (open.isEmpty()) {
                nowNs = next.getFirst().interval.fromNs();
            }
            while (!next.isEmpty() && next.getFirst().interval.fromNs() <= nowNs) {
                open.add(next.removeFirst());
            }
            Part first = open.element();
            long endNs = first.interval.toNs();
            long untilNs = next.isEmpty()
                    ? endNs
                    : Math.min(endNs, next.getFirst().interval.fromNs());
            if (untilNs > nowNs) {
                disjoint.add(part(first.cause, nowNs, untilNs));
                nowNs = untilNs;
            }
            long reachedNs = nowNs;
            open.removeIf(part -> part.interval.toNs() <= reachedNs);
        }
        return disjoint;
    }

    private static Part part(Cause cause, long fromNs, long toNs) {
        return new Part(cause, new EvidenceInterval(fromNs, toNs, toNs - fromNs, "", ""));
    }

    int size() {
        return from.length;
    }

    long fromNs(int stretch) {
        return from[stretch];
    }

    long toNs(int stretch) {
        return to[stretch];
    }

    Cause cause(int stretch) {
        return causes[stretch];
    }

    /** Returns the first interval that ends after a time; the number of intervals if none does. */
    int firstEndingAfter(long ns) {
        return firstAfter(to, ns, 0);
    }

    /** Returns the first interval, from {@code start} on, that ends after a time; the number of intervals if none does. */
    int firstEndingAfter(long ns, int start) {
        return firstAfter(to, ns, start);
    }

    /** Returns the index of the first time after {@code ns}, from {@code start} on; the length if none. Times ascend. */
    static int firstAfter(long[] times, long ns, int start) {
        int low = start;
        int high = times.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] <= ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the first interval that begins at or after a time; the number of intervals if none does. */
    int firstFrom(long ns) {
        int first = firstEndingAfter(ns);
        return first < size() && from[first] < ns ? first + 1 : first;
    }

    /** Reports each cause's part of an interval, in nanoseconds. Does not allocate. */
    void overlaps(long fromNs, long toNs, ObjLongConsumer<Cause> visitor) {
        for (int i = firstEndingAfter(fromNs); i < from.length && from[i] < toNs; i++) {
            visitor.accept(causes[i], overlapNs(i, fromNs, toNs));
        }
    }

    /** Returns the total time of all causes in an interval. */
    long overlapNs(long fromNs, long toNs) {
        long ns = 0;
        for (int i = firstEndingAfter(fromNs); i < from.length && from[i] < toNs; i++) {
            ns += overlapNs(i, fromNs, toNs);
        }
        return ns;
    }

    /** Returns the overlap of one interval of the timeline with another interval. */
    long overlapNs(int stretch, long fromNs, long toNs) {
        return Math.min(to[stretch], toNs) - Math.max(from[stretch], fromNs);
    }
}
