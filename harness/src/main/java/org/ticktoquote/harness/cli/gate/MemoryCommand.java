package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.util.function.BiConsumer;
import org.ticktoquote.analysis.gate.store.GateStore;
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
}
