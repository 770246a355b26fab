package org.ticktoquote.comparison.rate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * One run of a search.
 *
 * @param directory directory relative to the search
 * @param speed speed of the replay
 * @param repeat number of the repeat at that speed, from 1
 * @param attempt number within the repeat, from 1
 * @param outcome {@link RateOutcome#VOID} if the run does not count
 * @param validity validity of the figures; null if interrupted
 * @param reason reason why the run is not VALID or does not count; can be empty
 * @param offered rate offered to the application; null if nothing was measured
 * @param lastClient response at the last client of each tick; null if nothing was measured
 * @param levels outcome of each service level; empty if nothing was measured
 */
public record RateRun(
        String directory,
        double speed,
        int repeat,
        int attempt,
        RateOutcome outcome,
        @Nullable Verdict validity,
        String reason,
        @Nullable OfferedRate offered,
        @Nullable Response lastClient,
        List<LevelOutcome> levels) {
    /**
     * Percentiles in nanoseconds; null if they fall among lost ticks.
     *
     * @param p999Ns 99.9th percentile
     */
    public record Response(
            @Nullable Long p50Ns,
            @Nullable Long p99Ns,
            @Nullable Long p999Ns,
            @Nullable Long maxNs) {}

    public RateRun {
        levels = List.copyOf(levels);
    }

    /** Returns the outcome of a run that counts. */
    static RateOutcome outcome(Verdict validity, List<LevelOutcome> levels) {
        if (validity == Verdict.FAILED || any(levels, LevelState.BROKEN)) {
            return RateOutcome.BROKEN;
        }
        return levels.isEmpty() || any(levels, LevelState.UNDECIDED) ? RateOutcome.UNDECIDED : RateOutcome.HOLDS;
    }

    private static boolean any(List<LevelOutcome> levels, LevelState state) {
        return levels.stream().anyMatch(level -> level.state() == state);
    }
}
