package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The ticks of several runs together, by rising value; lost ones rank above every number. */
final class PooledValues {
    private final TreeMap<Long, Long> counts = new TreeMap<>();
    private final long ticks;

    PooledValues(List<ClientStatistics> runs) {
        for (ClientStatistics run : runs) {
            for (int i = 0; i < run.values().valuesNs().size(); i++) {
                counts.merge(
                        run.values().valuesNs().get(i), run.values().counts().get(i), Long::sum);
            }
        }
        this.ticks = runs.stream().mapToLong(ClientStatistics::ticks).sum();
    }

    long ticks() {
        return ticks;
    }

    /** The value at a rank from 1; none where there is no such rank, or a lost tick has it. */
    OptionalLong at(long rank) {
        long below = 0;
        for (Map.Entry<Long, Long> bucket : counts.entrySet()) {
            below += bucket.getValue();
            if (rank >= 1 && rank <= below) {
                return OptionalLong.of(bucket.getKey());
            }
        }
        return OptionalLong.empty();
    }
}
