package org.ticktoquote.host.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.RanInstead;

/** Who had one CPU from when to when, in their order. Not thread-safe. */
final class CpuRuns {
    private static final int MOST_NAMED = 3;

    private final List<Run> runs = new ArrayList<>();
    private @Nullable TraceTask task;
    private long sinceNs;

    private record Run(TraceTask task, long fromNs, long toNs) {
        private long withinNs(long otherFromNs, long otherToNs) {
            return Math.max(0, Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs));
        }
    }

    /** @param sinceNs where the trace begins */
    CpuRuns(long sinceNs) {
        this.sinceNs = sinceNs;
    }

    void next(TraceTask before, TraceTask after, long atNs) {
        runs.add(new Run(before, sinceNs, atNs));
        task = after;
        sinceNs = atNs;
    }

    /** Who has it now; null where nobody has taken it yet. */
    @Nullable
    TraceTask task() {
        return task;
    }

    /** Who had it in a stretch that ends with the last change, the longest first. */
    List<RanInstead> between(long fromNs, long toNs) {
        Map<TraceTask, Long> sums = new LinkedHashMap<>();
        for (int i = runs.size() - 1; i >= 0 && runs.get(i).toNs() > fromNs; i--) {
            sums.merge(runs.get(i).task(), runs.get(i).withinNs(fromNs, toNs), Long::sum);
        }
        return sums.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_NAMED)
                .map(entry -> new RanInstead(entry.getKey().words(), entry.getValue()))
                .toList();
    }
}
