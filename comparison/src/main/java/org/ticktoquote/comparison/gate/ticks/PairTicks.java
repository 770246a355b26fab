package org.ticktoquote.comparison.gate.ticks;

import java.util.Optional;

/**
 * Differences between the two runs of a gate's baseline-candidate pair, tick by tick.
 *
 * @param baseline name of the run; can be empty
 * @param candidate name of the run; can be empty
 * @param differences empty if unknown
 * @param note why the differences are unknown, or which attribution they use; can be empty
 */
public record PairTicks(String baseline, String candidate, Optional<TickDifferences> differences, String note) {
    PairTicks(String baseline, String candidate, String why) {
        this(baseline, candidate, Optional.empty(), why);
    }

    PairTicks(String baseline, String candidate, TickDifferences differences, String note) {
        this(baseline, candidate, Optional.of(differences), note);
    }
}
