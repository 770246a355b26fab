package org.ticktoquote.harness.cli.gate;

import org.ticktoquote.comparison.gate.store.Histories;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code t2q gate forget}: removes runs from the history. */
@Command(
        name = "forget",
        description = "Takes accepted runs and pinned releases out of the history. Ledgers stay: a gate cannot be begun"
                + " anew.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q gate forget 5d89145925ed8771"})
public final class GateForgetCommand extends GateStoreCommand {
    @Parameters(
            paramLabel = "WHAT",
            description = "a fingerprint, a release, or the identity of a run, as t2q gate history lists them")
    private String what = "";

    @Override
    public Integer call() {
        if (histories().isEmpty()) {
            throw nothing();
        }
        return changeHistory((store, out) -> {
            Histories.Forgotten forgotten = store.histories().forget(what);
            if (forgotten.accepted() + forgotten.golden() == 0) {
                throw nothing();
            }
            out.println("forgot " + CountText.of(forgotten.accepted(), "accepted run") + " and "
                    + CountText.of(forgotten.golden(), "run") + " of pinned releases");
        });
    }

    private ProblemException nothing() {
        return Problem.of("WHAT")
                .value(what)
                .fault("is nothing that the history holds; t2q gate history lists it")
                .exception();
    }
}
