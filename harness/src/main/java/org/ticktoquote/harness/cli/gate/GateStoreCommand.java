package org.ticktoquote.harness.cli.gate;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.store.HistoryRecord;
import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Mixin;

/** Base of commands that read or change the history of gates. */
abstract class GateStoreCommand extends Subcommand {
    @Mixin
    private final StateOption state = new StateOption();

    /** Changes the history and prints the result. */
    final Integer changeHistory(Function<GateStore, String> work) {
        try (GateStore store = state.open()) {
            return print(work.apply(store));
        }
    }

    /** Reads the histories without creating their folder. */
    final List<HistoryRecord> histories() {
        return GateStore.read(state.existing());
    }

    /** Returns the conditions of a history, as users write them. */
    final Map<String, String> conditions(HistoryRecord history) {
        return GateStore.conditions(state.existing(), history);
    }
}
