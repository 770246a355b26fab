package org.ticktoquote.comparison.gate.ticks;

import java.util.Optional;

/**
 * Pair of a verdict, tick by tick.
 *
 * @param baseline name of the run; can be empty
 * @param candidate name of the run; can be empty
 * @param differences empty if unknown
 * @param note why they are unknown, or their attribution; can be empty
 */
public record PairTicks(String baseline, String candidate, Optional<TickDifferences> differences, String note) {
    PairTicks(String baseline, String candidate, String why) {
        this(baseline, candidate, Optional.empty(), why);
    }

    PairTicks(String baseline, String candidate, TickDifferences differences, String note) {
        this(baseline, candidate, Optional.of(differences), note);
    }
}
