package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limit with its result over the runs.
 *
 * @param limit limit; its members are written to the file without nesting
 * @param state outcome of the limit: kept, exceeded or undecided
 * @param refused whether the figure has no value because its rank falls among lost ticks
 * @param lowNs lower end of the estimate in nanoseconds; null if there is none
 * @param highNs upper end of the estimate in nanoseconds; null if there is none
 * @param why reason why the limit is not kept, for users; otherwise empty
 */
public record LimitOutcome(
        @JsonUnwrapped CaseLimit limit,
        LimitState state,
        boolean refused,
        @JsonProperty("low") @Nullable Long lowNs,
        @JsonProperty("high") @Nullable Long highNs,
        String why) {
    private static final String BEYOND_DRAIN = "lost ticks rank above every measured value";
    private static final String NOTHING_MEASURED =
            "nothing was measured: every tick was lost, or the application failed before the first";

    /**
     * Judges a limit; undecided if runs are missing or a percentile lacks support. A limit is kept if the upper end of the
     * interval is at most the limit, and exceeded if the lower end is above it. Either end decides without the other. A
     * figure whose rank falls among lost ticks exceeds any limit, even if nothing was measured: an application that never
     * answers must not outrank a slow one.
     *
     * @param runs runs that count
     * @param repeats number of runs required for the case
     * @param absence reason why there is no run; otherwise empty
     */
    static LimitOutcome of(CaseLimit limit, List<CountedRun> runs, int repeats, String absence) {
        if (!absence.isEmpty()) {
            return new LimitOutcome(limit, LimitState.UNDECIDED, false, null, null, absence);
        }
        CaseBound bound = CaseBound.of(runs, limit.latency(), limit.comparedFigure());
        return runs.size() < repeats
                ? undecided(limit, bound, "runs are missing: " + runs.size() + " of " + repeats + " count")
                : of(limit, bound, runs.size());
    }

    /** Judges the limit of a case with all its runs. */
    static LimitOutcome of(CaseLimit limit, CaseBound bound, int runs) {
        if (bound.lost()) {
            String why = bound.nothing() ? NOTHING_MEASURED : BEYOND_DRAIN;
            return new LimitOutcome(limit, LimitState.EXCEEDED, true, bound.lowNs(), null, why);
        }
        @Nullable Long low = bound.lowNs();
        @Nullable Long high = bound.highNs();
        if (low == null && high == null) {
            return undecided(limit, bound, "it has no bounds: " + bound.refusal());
        }
        if (!bound.supported()) {
            return undecided(limit, bound, "fewer than 10 independent episodes lie beyond it");
        }
        String scope = runs + " runs";
        boolean max = limit.comparedFigure() == ComparedFigure.MAX;
        if (low != null && low > limit.mostNs()) {
            String why = max ? "a run has a later answer" : "its lower bound is above the limit (95 %, " + scope + ")";
            return new LimitOutcome(limit, LimitState.EXCEEDED, false, low, high, why);
        }
        if (high != null && high <= limit.mostNs()) {
            return new LimitOutcome(limit, LimitState.KEPT, false, low, high, "");
        }
        return undecided(
                limit,
                bound,
                max
                        ? "ambiguous ticks decide: the limit is between both bounds"
                        : within(bound, scope) + "; more runs narrow them");
    }

    private static String within(CaseBound bound, String scope) {
        String missing = bound.refusal().isEmpty() ? "" : "; " + bound.refusal();
        return "the limit is within its bounds (95 %, " + scope + missing + ")";
    }

    private static LimitOutcome undecided(CaseLimit limit, CaseBound bound, String why) {
        return new LimitOutcome(limit, LimitState.UNDECIDED, bound.lost(), bound.lowNs(), bound.highNs(), why);
    }
}
