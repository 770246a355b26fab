package org.ticktoquote.harness.cli.gate;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.store.GateStore;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import picocli.CommandLine.Option;

/** Where gates keep ledgers and histories. */
@OptionGroup("Memory")
final class StateOption {
    private static final String OPTION = "--state";

    @Option(
            names = OPTION,
            paramLabel = "DIR",
            description = "where ledgers and histories are kept (default: tick-to-quote/gates in XDG_STATE_HOME, or in"
                    + " ~/.local/state)")
    private @Nullable Path folder;

    /** One that can be written, or made. */
    Path folder() {
        Path given = folder;
        return given == null ? GateStore.standardFolder() : Refusal.under(OPTION, () -> UserPath.outputFolder(given));
    }

    GateStore open() {
        return GateStore.open(folder());
    }

    /** One to look into: that which is named must be there, the user's own need not. */
    Path existing() {
        Path given = folder;
        return given == null ? GateStore.standardFolder() : Refusal.under(OPTION, () -> UserPath.folder(given));
    }
}
