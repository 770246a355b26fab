package org.ticktoquote.harness.cli.gate;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.store.HistoryRecord;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import picocli.CommandLine.Option;

/** Option that selects the folder of ledgers and histories. */
@OptionGroup(
        value = "History",
        common = {})
final class StateOption {
    private static final String OPTION = "--state";

    @Option(
            names = OPTION,
            paramLabel = "DIR",
            description = "directory of ledgers and histories (default: "
                    + "tick-to-quote/gates in XDG_STATE_HOME or ~/.local/state)")
    private @Nullable Path folder;

    /** Folder that can be written or created. */
    Path folder() {
        Path given = folder;
        return given == null
                ? GateStore.standardFolder()
                : ProblemException.under(OPTION, () -> UserPath.outputFolder(given));
    }

    GateStore open() {
        return GateStore.open(folder());
    }

    /** Folder to read. A folder given by the user must exist. */
    private Path existing() {
        Path given = folder;
        return given == null
                ? GateStore.standardFolder()
                : ProblemException.under(OPTION, () -> UserPath.folder(given));
    }

    /** Changes the history. Returns the result for users. */
    String change(Function<GateStore, String> work) {
        try (GateStore store = open()) {
            return work.apply(store);
        }
    }

    /** Reads the histories without creating their folder. */
    List<HistoryRecord> histories() {
        return GateStore.read(existing());
    }

    /** Returns the conditions of a history, as users write them. */
    Map<String, String> conditions(HistoryRecord history) {
        return GateStore.conditions(existing(), history);
    }
}
