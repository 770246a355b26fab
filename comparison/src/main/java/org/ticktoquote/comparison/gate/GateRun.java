package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.summary.LevelState;

/**
 * Figures of one run for a gate: one number per statistic.
 *
 * @param name name of the run; empty if it is {@link #absent}
 * @param logs natural logarithms; undefined statistics are absent
 * @param lost ticks that a client never received; {@link Long#MAX_VALUE} if nothing was measured
 * @param lostEpisodes number of episodes of lost ticks
 * @param late numbers of late episodes, of late ticks and of all ticks; null if unknown
 * @param latestNs maximum latency; null if a tick was lost or nothing was measured
 * @param release release of the application; empty if all runs have the same
 * @param serviceLevels state of each service level, by its text
 * @param pulse logarithm of the host's pulse; null if unknown
 * @param failure rule by which the run FAILED; empty if it did not, or if nothing was measured
 */
public record GateRun(
        String name,
        Map<GateStatistic, Double> logs,
        long lost,
        long lostEpisodes,
        @Nullable Late late,
        @Nullable Long latestNs,
        String release,
        Map<String, LevelState> serviceLevels,
        @Nullable Double pulse,
        String failure) {
    /** Episodes of late ticks in a run, these ticks, and all of its ticks. */
    public record Late(long episodes, long late, long ticks) {}

    /** Lost episodes assumed for a run without answers: the number that a FAIL for lost ticks requires. */
    private static final long ALL = 3;

    public GateRun {
        logs = logs.isEmpty() ? Map.of() : new EnumMap<>(logs);
        serviceLevels = Map.copyOf(serviceLevels);
    }

    /** Creates a run whose late episodes and pulse are unknown, without a release or service levels. */
    public GateRun(
            String name, Map<GateStatistic, Double> logs, long lost, long lostEpisodes, @Nullable Long latestNs) {
        this(name, logs, lost, lostEpisodes, null, latestNs, "", Map.of(), null, "");
    }

    public GateRun ofRelease(String other) {
        return new GateRun(name, logs, lost, lostEpisodes, late, latestNs, other, serviceLevels, pulse, failure);
    }

    /** Returns a copy with service levels. */
    public GateRun withServiceLevels(Map<String, LevelState> levels) {
        return new GateRun(name, logs, lost, lostEpisodes, late, latestNs, release, levels, pulse, failure);
    }

    /** Returns a copy with the pulse of the host; null if unknown. */
    public GateRun withPulse(@Nullable Double log) {
        return new GateRun(name, logs, lost, lostEpisodes, late, latestNs, release, serviceLevels, log, failure);
    }

    /** Returns a copy that FAILED by a rule; empty if it did not. */
    public GateRun withFailure(String rule) {
        return new GateRun(name, logs, lost, lostEpisodes, late, latestNs, release, serviceLevels, pulse, rule);
    }

    /** Returns the state of a level; an application that answered no tick breaks every level. */
    LevelState serviceLevel(String level) {
        return measured() ? serviceLevels.getOrDefault(level, LevelState.UNDECIDED) : LevelState.BROKEN;
    }

    /** Creates a measured run. */
    public static GateRun of(String name, ClientStatistics run, long thresholdNs) {
        Map<GateStatistic, Double> logs = new EnumMap<>(GateStatistic.class);
        for (GateStatistic statistic : GateStatistic.values()) {
            statistic.log(run, thresholdNs).ifPresent(log -> logs.put(statistic, log));
        }
        Late late = new Late(run.beyond(thresholdNs).episodes(), run.later(thresholdNs), run.ticks());
        return new GateRun(name, logs, run.lost(), run.lostEpisodes(), late, run.maxNs(), "", Map.of(), null, "");
    }

    /** Creates a run whose application failed before anything was measured. */
    public static GateRun unmeasured(String name) {
        return new GateRun(name, Map.of(), Long.MAX_VALUE, ALL, null);
    }

    /** Creates a placeholder for a run that does not count although its partner FAILED. It has no figures and lost no tick. */
    public static GateRun absent() {
        return new GateRun("", Map.of(), 0, 0, 0L);
    }

    boolean isAbsent() {
        return name.isEmpty();
    }

    boolean measured() {
        return lost != Long.MAX_VALUE;
    }

    boolean failed() {
        return !measured() || !failure.isEmpty();
    }

    OptionalDouble log(GateStatistic statistic) {
        Double log = logs.get(statistic);
        return log == null ? OptionalDouble.empty() : OptionalDouble.of(log);
    }

    /**
     * Returns the side of each run of a gate; true is the candidate. The order is ABBA BAAB ABBA ..., so that drift affects
     * both sides alike. The first side is random.
     */
    public static List<Boolean> order(int runsASide, long seed) {
        boolean first = new SplittableRandom(seed).nextBoolean();
        List<Boolean> order = new ArrayList<>();
        for (int pair = 0; pair < runsASide; pair++) {
            // pairs AB, BA, BA, AB, and so on
            boolean begins = first ^ (pair % 4 == 1 || pair % 4 == 2);
            order.add(begins);
            order.add(!begins);
        }
        return order;
    }
}
