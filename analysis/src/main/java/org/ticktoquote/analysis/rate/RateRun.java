package org.ticktoquote.analysis.rate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * One run of a search.
 *
 * @param directory relative to the search
 * @param speed of its replay
 * @param repeat at that speed, from 1
 * @param attempt at that repeat, from 1
 * @param outcome {@link RateOutcome#VOID} where it does not count
 * @param validity of its figures; null where it was interrupted
 * @param reason why it is not VALID or does not count; may be empty
 * @param offered what the application was given; null where nothing was measured
 * @param lastClient response at the last client of each tick; null likewise
 * @param levels and what became of them; none where nothing was measured
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
     * In nanoseconds; null where the value is among the lost.
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

    /** Of a run that counts. */
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
