package org.ticktoquote.analysis.audit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Union of stall intervals. Finds the stalled part of any interval by binary search. */
final class StallTimes {
    private final long[] from;
    private final long[] to;
    private final long[] before;

    /** @param spans stall intervals in any order */
    StallTimes(List<TimeInterval> spans) {
        List<TimeInterval> rising = spans.stream()
                .sorted(Comparator.comparingLong(TimeInterval::fromNs))
                .toList();
        long[] starts = new long[rising.size()];
        long[] ends = new long[rising.size()];
        int count = 0;
        for (TimeInterval span : rising) {
            if (count > 0 && span.fromNs() <= ends[count - 1]) {
                ends[count - 1] = Math.max(ends[count - 1], span.toNs());
            } else {
                starts[count] = span.fromNs();
                ends[count++] = span.toNs();
            }
        }
        from = Arrays.copyOf(starts, count);
        to = Arrays.copyOf(ends, count);
        before = new long[count + 1];
        for (int i = 0; i < count; i++) {
            before[i + 1] = before[i] + to[i] - from[i];
        }
    }

    /** Returns the stalled time between two times. */
    long coveredNs(long fromNs, long toNs) {
        return Math.max(0, stalledUntil(toNs) - stalledUntil(fromNs));
    }

    /** Returns the stalled time before a time. */
    private long stalledUntil(long ns) {
        int at = Arrays.binarySearch(from, ns);
        int begun = at >= 0 ? at : -at - 1; // number of stalls that began earlier
        if (begun == 0) {
            return 0;
        }
        long inLast = Math.min(ns, to[begun - 1]) - from[begun - 1];
        return before[begun - 1] + inLast;
    }
}
