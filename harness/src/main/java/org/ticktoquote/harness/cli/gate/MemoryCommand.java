package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.ticktoquote.analysis.gate.store.GateStore;
import org.ticktoquote.analysis.gate.store.HistoryRecord;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that is about nothing but what gates left behind. */
abstract class MemoryCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StateOption state = new StateOption();

    /** Works with what is kept, and prints what came of it. */
    final Integer remembering(BiConsumer<GateStore, PrintWriter> work) {
        PrintWriter out = spec.commandLine().getOut();
        try (GateStore store = state.open()) {
            work.accept(store, out);
        }
        out.flush();
        return ExitStatus.OK.code();
    }

    /** Prints of what is kept, and changes nothing. */
    final Integer looking(BiConsumer<List<HistoryRecord>, PrintWriter> work) {
        PrintWriter out = spec.commandLine().getOut();
        work.accept(kept(), out);
        out.flush();
        return ExitStatus.OK.code();
    }

    final void warn(String text) {
        spec.commandLine().getErr().println("t2q: warning: " + text);
    }

    /** Without making a folder for it. */
    final List<HistoryRecord> kept() {
        return GateStore.read(state.existing());
    }

    /** The conditions of one of them as users write them. */
    final Map<String, String> conditions(HistoryRecord history) {
        return GateStore.conditions(state.existing(), history);
    }
}
