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
        description = {
            "Removes accepted runs and pinned releases from the history.",
            "The ledgers of gates are kept, so that a decided gate cannot be repeated until it passes."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q gate forget 5d89145925ed8771"})
public final class GateForgetCommand extends GateStoreCommand {
    @Parameters(paramLabel = "WHAT", description = "fingerprint, release or run id, as listed by t2q gate history")
    private String what = "";

    @Override
    public Integer call() {
        if (histories().isEmpty()) {
            throw nothing();
        }
        return changeHistory(store -> {
            Histories.Forgotten forgotten = store.histories().forget(what);
            if (forgotten.accepted() + forgotten.golden() == 0) {
                throw nothing();
            }
            return "forgot " + CountText.of(forgotten.accepted(), "accepted run") + " and "
                    + CountText.of(forgotten.golden(), "run") + " of pinned releases";
        });
    }

    private ProblemException nothing() {
        return Problem.of("WHAT")
                .value(what)
                .fault("is not in the history; see t2q gate history")
                .exception();
    }
}
