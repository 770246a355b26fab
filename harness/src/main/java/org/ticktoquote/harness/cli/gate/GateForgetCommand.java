package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import org.ticktoquote.analysis.gate.store.GateStore;
import org.ticktoquote.analysis.gate.store.Histories;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code t2q gate forget}: takes runs out of the history. */
@Command(
        name = "forget",
        description = "Takes accepted runs and pinned releases out of the history. Ledgers stay: a gate cannot be begun"
                + " anew.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q gate forget 5d89145925ed8771"})
public final class GateForgetCommand implements Subcommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StateOption state = new StateOption();

    @Parameters(
            paramLabel = "WHAT",
            description = "a fingerprint, a release, or the identity of a run, as t2q gate history lists them")
    private String what = "";

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (GateStore store = state.open()) {
            Histories.Forgotten forgotten = store.histories().forget(what);
            if (forgotten.accepted() + forgotten.golden() == 0) {
                throw Problem.of("WHAT")
                        .value(what)
                        .fault("is nothing that the history holds; t2q gate history lists it")
                        .refusal();
            }
            out.println("forgot " + Counted.of(forgotten.accepted(), "accepted run") + " and "
                    + Counted.of(forgotten.golden(), "run") + " of pinned releases");
        }
        out.flush();
        return ExitStatus.OK.code();
    }
}
