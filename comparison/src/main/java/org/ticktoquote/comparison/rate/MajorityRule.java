package org.ticktoquote.comparison.rate;

import java.util.List;
import java.util.Optional;

/**
 * Majority rule for the runs at one rate. In a tie, one more run decides.
 *
 * @param runs runs at each rate, not counting the one that breaks a tie
 */
public record MajorityRule(int runs) {
    /** Returns the maximum number of runs at a rate, excluding repetitions of VOID runs. */
    public int most() {
        return runs + 1;
    }

    /**
     * Returns the outcome of a rate.
     *
     * @param places outcome of each repeat in order; VOID if all attempts of the repeat were VOID
     * @return empty if another run is needed
     */
    public Optional<RateOutcome> outcome(List<RateOutcome> places) {
        if (places.size() < runs) {
            return Optional.empty();
        }
        long met = count(places, RateOutcome.HOLDS);
        long broken = count(places, RateOutcome.BROKEN);
        long unmet = broken + count(places, RateOutcome.UNDECIDED);
        int majority = runs / 2 + 1;
        if (met >= majority) {
            return Optional.of(RateOutcome.HOLDS);
        }
        if (unmet >= majority) {
            return Optional.of(broken > 0 ? RateOutcome.BROKEN : RateOutcome.UNDECIDED);
        }
        boolean hopeless = met + unmet == 0;
        return hopeless || places.size() >= most() ? Optional.of(RateOutcome.VOID) : Optional.empty();
    }

    private static long count(List<RateOutcome> places, RateOutcome outcome) {
        return places.stream().filter(each -> each == outcome).count();
    }
}
