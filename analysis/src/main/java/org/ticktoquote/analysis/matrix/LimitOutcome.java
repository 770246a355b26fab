package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A limit and what the runs say to it.
 *
 * @param limit its members stand in the file beside the others
 * @param state kept, exceeded, or undecided
 * @param refused whether the median of the runs has no value
 * @param lowNs of the median, nanoseconds; null where no run has the figure
 * @param highNs of the median, equal to the lower bound where exact; null where there is no upper bound
 * @param why it is not kept, for people; empty when it is
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
     * Judges a limit. The median of the runs decides, when every run is there and the figure is supported in each; one
     * that is refused exceeds any limit, also where nothing at all was measured: an application that never answers must
     * not come off better than a slow one.
     *
     * @param found the figure over the runs that count; null where none has it
     * @param runs that count
     * @param repeats that the case should have
     * @param absence why there is no run; empty where there is one
     */
    static LimitOutcome of(CaseLimit limit, @Nullable OverRuns found, int runs, int repeats, String absence) {
        if (!absence.isEmpty()) {
            return undecided(limit, found, absence);
        }
        if (runs < repeats) {
            return undecided(limit, found, "runs are missing: " + runs + " of " + repeats + " count");
        }
        if (found == null || found.runs() < runs) {
            int have = found == null ? 0 : found.runs();
            return undecided(limit, found, "the figure has no value in " + (runs - have) + " of " + runs + " runs");
        }
        if (found.refused()) {
            return new LimitOutcome(limit, LimitState.EXCEEDED, true, found.lowNs(), null, refusal(found));
        }
        if (limit.comparedFigure().needsSupport() && !found.supported()) {
            return undecided(
                    limit,
                    found,
                    "the figure is unsupported: in one run at least fewer than 10 independent ticks lie beyond it");
        }
        return byValue(limit, found);
    }

    private static String refusal(OverRuns found) {
        return found.nothingMeasured() ? NOTHING_MEASURED : BEYOND_DRAIN;
    }

    private static LimitOutcome byValue(CaseLimit limit, OverRuns found) {
        @Nullable Long high = found.highNs();
        if (found.lowNs() > limit.mostNs()) {
            return new LimitOutcome(
                    limit,
                    LimitState.EXCEEDED,
                    false,
                    found.lowNs(),
                    high,
                    "the median of the runs is above the limit");
        }
        if (high == null || high > limit.mostNs()) {
            return undecided(
                    limit, found, "it is not certain which ticks were answered: the limit is between both bounds");
        }
        return new LimitOutcome(limit, LimitState.KEPT, false, found.lowNs(), high, "");
    }

    private static LimitOutcome undecided(CaseLimit limit, @Nullable OverRuns found, String why) {
        return new LimitOutcome(
                limit,
                LimitState.UNDECIDED,
                found != null && found.refused(),
                found == null ? null : (Long) found.lowNs(),
                found == null ? null : found.highNs(),
                why);
    }
}
