package org.ticktoquote.analysis.gate.verdict;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.summary.LevelState;

/**
 * One side of a verdict.
 *
 * @param application its command without directories and ports
 * @param release the same with the content of its files, as one word
 * @param runs that count, in the order made
 * @param voids that harness, host or input disturbed
 * @param leftOut that are no evidence for another reason
 */
public record GateSide(String application, String release, List<Run> runs, List<Unused> voids, List<Unused> leftOut) {
    public GateSide {
        runs = List.copyOf(runs);
        voids = List.copyOf(voids);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * A run that counts.
     *
     * @param used whether the verdict rests on it: later runs than those of the look that decided do not count any more
     * @param ticks due ones
     * @param lost of them; null where nothing was measured
     * @param latestNs the latest answer; null where a tick was lost
     * @param serviceLevels that it was held to, by their texts, and what became of them
     * @param values by statistic, in ns; of the share 0..1 with half a tick more
     * @param curve response of the last client
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

        /** Of a run that is held to no service level. */
        public Run(
                String name,
                String id,
                String startedAt,
                boolean used,
                long ticks,
                @Nullable Long lost,
                @Nullable Long latestNs,
                Map<GateStatistic, Double> values,
                List<Point> curve) {
            this(name, id, startedAt, used, ticks, lost, latestNs, Map.of(), values, curve);
        }
    }

    /** So large a share of ticks is later than that. */
    public record Point(double share, long valueNs) {}

    /** A run that does not count, and why. */
    public record Unused(String name, String why) {}
}
