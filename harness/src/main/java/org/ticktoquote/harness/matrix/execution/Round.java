package org.ticktoquote.harness.matrix.execution;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.matrix.RunOrder;

/**
 * One run or two concurrent runs.
 *
 * @param pair CPUs and turns of two runs; null for one
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

    /** Creates the round for one repeat of a pair. */
    static Round of(CasePair pair, int repeat) {
        return new Round(
                pair.cases().stream()
                        .map(name -> new RunOrder.Slot(name, repeat))
                        .toList(),
                pair);
    }
}
