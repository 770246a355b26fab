package org.ticktoquote.analysis.rate;

import java.util.List;
import java.util.Optional;

/**
 * What the runs at one rate come to. The majority decides; where as many met the levels as did not, one more run does.
 *
 * @param runs at each rate, before a tie
 */
public record RateVotes(int runs) {
    /** How many runs a rate can have at most, without those that are repeated. */
    public int most() {
        return runs + 1;
    }

    /**
     * The outcome of a rate.
     *
     * @param places what became of each run, in turn: VOID where it was repeated in vain
     * @return empty where another run is wanted
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
