package org.ticktoquote.comparison.rate;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One rate with its runs.
 *
 * @param speed speed of the replay
 * @param outcome null while another run is needed
 * @param offered offered rate of the first run with measurements; null if there is none
 * @param met runs that met all levels
 * @param broken runs that broke a level or FAILED
 * @param undecided runs that left the levels undecided
 * @param voids attempts that do not count
 */
public record RateFigure(
        double speed,
        @Nullable RateOutcome outcome,
        @Nullable OfferedRate offered,
        int met,
        int broken,
        int undecided,
        int voids) {
    static RateFigure of(double speed, @Nullable RateOutcome outcome, List<RateRun> runs) {
        return new RateFigure(
                speed,
                outcome,
                runs.stream()
                        .map(RateRun::offered)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                count(runs, RateOutcome.HOLDS),
                count(runs, RateOutcome.BROKEN),
                count(runs, RateOutcome.UNDECIDED),
                count(runs, RateOutcome.VOID));
    }

    private static int count(List<RateRun> runs, RateOutcome outcome) {
        return (int) runs.stream().filter(run -> run.outcome() == outcome).count();
    }

    /** Returns the number of runs that count. */
    public int counted() {
        return met + broken + undecided;
    }
}
