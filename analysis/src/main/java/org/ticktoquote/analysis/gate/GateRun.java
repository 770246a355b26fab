package org.ticktoquote.analysis.gate;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.summary.LevelState;

/**
 * What a gate needs of one run: one number a statistic.
 *
 * @param name of the run
 * @param logs natural logarithms; a statistic that is not defined is absent
 * @param lost ticks that a client never got
 * @param lostEpisodes that they form
 * @param latestNs the latest answer; null where a tick was lost, or nothing was measured
 * @param release which application it was; empty where all runs are of one
 * @param serviceLevels that it was held to, by their texts, and what became of them
 */
public record GateRun(
        String name,
        Map<GateStatistic, Double> logs,
        long lost,
        long lostEpisodes,
        @Nullable Long latestNs,
        String release,
        Map<String, LevelState> serviceLevels) {
    /** An application that took no tick at all lost all of them: no accident of a single one. */
    private static final long ALL = 3;

    public GateRun {
        logs = logs.isEmpty() ? Map.of() : new EnumMap<>(logs);
        serviceLevels = Map.copyOf(serviceLevels);
    }

    /** Of one release alone. */
    public GateRun(
            String name, Map<GateStatistic, Double> logs, long lost, long lostEpisodes, @Nullable Long latestNs) {
        this(name, logs, lost, lostEpisodes, latestNs, "", Map.of());
    }

    /** The same of a release. */
    public GateRun ofRelease(String other) {
        return new GateRun(name, logs, lost, lostEpisodes, latestNs, other, serviceLevels);
    }

    /** The same with what became of its service levels. */
    public GateRun held(Map<String, LevelState> levels) {
        return new GateRun(name, logs, lost, lostEpisodes, latestNs, release, levels);
    }

    /** Of a level; nothing was measured of one that answered nothing, which breaks every level. */
    LevelState serviceLevel(String level) {
        return lost == Long.MAX_VALUE ? LevelState.BROKEN : serviceLevels.getOrDefault(level, LevelState.UNDECIDED);
    }

    /** Of a run that was measured. */
    public static GateRun of(String name, ClientStatistics run, long thresholdNs) {
        Map<GateStatistic, Double> logs = new EnumMap<>(GateStatistic.class);
        for (GateStatistic statistic : GateStatistic.values()) {
            statistic.log(run, thresholdNs).ifPresent(log -> logs.put(statistic, log));
        }
        return new GateRun(name, logs, run.lost(), run.lostEpisodes(), run.maxNs());
    }

    /** Of one whose application failed before anything was measured. */
    public static GateRun unmeasured(String name) {
        return new GateRun(name, Map.of(), Long.MAX_VALUE, ALL, null);
    }

    /** A statistic. */
    OptionalDouble log(GateStatistic statistic) {
        Double log = logs.get(statistic);
        return log == null ? OptionalDouble.empty() : OptionalDouble.of(log);
    }
}
