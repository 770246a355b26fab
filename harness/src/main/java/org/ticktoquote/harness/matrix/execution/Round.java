package org.ticktoquote.harness.matrix.execution;

import java.util.List;
import java.util.stream.Collectors;
import org.ticktoquote.comparison.matrix.RunOrder;

/**
 * Runs made at once: one slot, or two.
 *
 * @param cpus CPUs for the application of each; empty for any
 */
record Round(List<RunOrder.Slot> slots, List<String> cpus) {
    static Round of(RunOrder.Slot slot) {
        return new Round(List.of(slot), List.of(""));
    }

    String description() {
        return slots.stream().map(RunOrder.Slot::toString).collect(Collectors.joining(" beside "));
    }

    /** Creates the round of a pair at a repeat. */
    static Round of(CasePair pair, int repeat) {
        return new Round(
                pair.cases().stream()
                        .map(name -> new RunOrder.Slot(name, repeat))
                        .toList(),
                pair.cpus());
    }
}
