package org.ticktoquote.comparison.rate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;

/** Finds results that contradict a single limit, below which all levels hold and above which they do not. */
final class Contradictions {
    private Contradictions() {}

    static List<String> of(List<RateFigure> rates, @Nullable RateFigure holds, @Nullable RateFigure above) {
        List<String> found = new ArrayList<>();
        for (RateFigure rate : rates) {
            boolean below = holds != null && rate.speed() <= holds.speed();
            boolean beyond = above != null && rate.speed() >= above.speed();
            if (beyond && rate.outcome() == RateOutcome.HOLDS) {
                found.add("the levels hold at " + RateSearch.text(rate.speed()) + " and not at a lower speed");
            } else if (beyond && rate.met() > 0) {
                found.add(runs(rate.met(), rate) + " met all levels, the majority did not");
            } else if (below && rate.broken() + rate.undecided() > 0) {
                found.add(runs(rate.broken() + rate.undecided(), rate) + " did not meet all levels, the majority did");
            }
        }
        return found;
    }

    private static String runs(int so, RateFigure rate) {
        return "at " + RateSearch.text(rate.speed()) + ", " + so + " of " + CountText.of(rate.counted(), "run");
    }
}
