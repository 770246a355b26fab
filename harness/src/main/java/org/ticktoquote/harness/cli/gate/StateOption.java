package org.ticktoquote.harness.cli.gate;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.store.GateStore;
import org.ticktoquote.core.command.OptionGroup;
import picocli.CommandLine.Option;

/** Where gates keep ledgers and histories. */
@OptionGroup("Memory")
final class StateOption {
    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "where ledgers and histories are kept (default: tick-to-quote/gates in XDG_STATE_HOME, or in"
                    + " ~/.local/state)")
    private @Nullable Path folder;

    Path folder() {
        Path given = folder;
        return given == null ? GateStore.standardFolder() : given;
    }

    GateStore open() {
        return GateStore.open(folder());
    }
}
