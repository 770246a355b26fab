package org.ticktoquote.analysis.gate.ticks;

import java.util.Optional;

/**
 * A pair of a verdict, tick by tick.
 *
 * @param baseline name of the run; may be empty
 * @param candidate likewise
 * @param differences empty where they are not known
 * @param note why they are not, or under which attribution they are; may be empty
 */
public record PairTicks(String baseline, String candidate, Optional<TickDifferences> differences, String note) {
    PairTicks(String baseline, String candidate, String why) {
        this(baseline, candidate, Optional.empty(), why);
    }

    PairTicks(String baseline, String candidate, TickDifferences differences, String note) {
        this(baseline, candidate, Optional.of(differences), note);
    }
}
