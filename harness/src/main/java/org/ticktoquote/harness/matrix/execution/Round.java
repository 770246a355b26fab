package org.ticktoquote.harness.matrix.execution;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.matrix.RunOrder;

/**
 * Runs made at once: one slot, or two.
 *
 * @param pair how two of them run; null for one
 */
record Round(List<RunOrder.Slot> slots, @Nullable CasePair pair) {
    static Round of(RunOrder.Slot slot) {
        return new Round(List.of(slot), null);
    }

    String description() {
        return slots.stream().map(RunOrder.Slot::toString).collect(Collectors.joining(" with "));
    }

    /** Returns whether the runs take turns. */
    boolean byTurns() {
        return pair != null && pair.turnSeed() != null;
    }

    /** Creates the round of a pair at a repeat. */
    static Round of(CasePair pair, int repeat) {
        return new Round(
                pair.cases().stream()
                        .map(name -> new RunOrder.Slot(name, repeat))
                        .toList(),
                pair);
    }
}
