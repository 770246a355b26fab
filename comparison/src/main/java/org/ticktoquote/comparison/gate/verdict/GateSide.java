package org.ticktoquote.comparison.gate.verdict;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.comparison.gate.GateStatistic;

/**
 * One side of a verdict.
 *
 * @param application command without directories and ports
 * @param release digest of the command and the content of its files
 * @param runs runs that count, in execution order
 * @param voids runs disturbed by harness, host or input
 * @param leftOut runs that do not count for another reason
 */
public record GateSide(String application, String release, List<Run> runs, List<Unused> voids, List<Unused> leftOut) {
    public GateSide {
        runs = List.copyOf(runs);
        voids = List.copyOf(voids);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Run that counts.
     *
     * @param used whether the verdict depends on it; false for runs after the deciding look
     * @param ticks due ticks
     * @param lost ticks lost; null if nothing was measured
     * @param latestNs maximum latency; null if a tick was lost or nothing was measured, and in a duet
     * @param serviceLevels state of each service level, by its text
     * @param values values by statistic, in ns; the share is 0..1, with half a tick added to its count
     * @param curve percentiles of the last client's response
     */
    public record Run(
            String name,
            String id,
            String startedAt,
            boolean used,
            long ticks,
            @Nullable Long lost,
            @Nullable Long latestNs,
            Map<String, LevelState> serviceLevels,
            Map<GateStatistic, Double> values,
            List<Point> curve) {
        public Run {
            values = values.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(values));
            curve = List.copyOf(curve);
            serviceLevels = Collections.unmodifiableMap(new TreeMap<>(serviceLevels));
        }
    }

    /** Value exceeded by a share of the ticks. */
    public record Point(double share, long valueNs) {}

    /** Run that does not count, with the reason. */
    public record Unused(String name, String why) {}
}
