package org.ticktoquote.harness.cli.gate;

import java.util.List;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code t2q gate pin}: pins a release. Later releases with the same fingerprint are also compared with it. */
@Command(
        name = "pin",
        description = {
            "Pins a release as a second baseline of later gates.",
            "Gates with the same fingerprint also compare with it, at "
                    + "twice the margins, to detect many small steps."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  t2q gate pin results/2026-11-20T141200-mine/new"})
public final class GatePinCommand extends GateStoreCommand {
    private static final int FIRST_LOOK = GatePolicy.LOOKS.get(0);

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "runs of the release, as for t2q gate")
    private List<String> runs = List.of();

    @Override
    public Integer call() {
        List<GatedRun> counted = NamedRuns.of("RUN", runs).stream()
                .filter(run -> run.counts() && run.measured())
                .toList();
        if (counted.isEmpty()) {
            throw Problem.of("RUN").fault("no run counts").exception();
        }
        if (counted.stream().map(GatedRun::release).distinct().count() > 1
                || counted.stream().map(GatedRun::conditions).distinct().count() > 1) {
            throw Problem.of("RUN")
                    .expected("runs of one release, made under the same conditions")
                    .exception();
        }
        return changeHistory(store -> {
            String fingerprint = store.histories().pin(counted);
            if (counted.size() < FIRST_LOOK) {
                warn("too few runs for a gate to decide: pin at least " + FIRST_LOOK
                        + " (first look of the policies release and strict)");
            }
            return "pinned release " + counted.get(0).release() + " (" + CountText.of(counted.size(), "run")
                    + ") for fingerprint " + fingerprint;
        });
    }
}
