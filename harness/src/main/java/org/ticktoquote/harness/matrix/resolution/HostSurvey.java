package org.ticktoquote.harness.matrix.resolution;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.harness.host.need.HostSheet;
import org.ticktoquote.harness.host.source.Host;
import org.ticktoquote.harness.matrix.definition.InventoryHost;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** Asks hosts what they are, each once. Not thread-safe. */
public final class HostSurvey {
    private final Host local;
    private final Map<String, Answer> answers = new HashMap<>();

    /**
     * A survey.
     *
     * @param local the host that runs this process
     */
    public HostSurvey(Host local) {
        this.local = local;
    }

    /**
     * What a host said.
     *
     * @param sheet empty when it could not be asked
     * @param problem why not; empty when it was
     */
    record Answer(Optional<HostSheet> sheet, String problem) {}

    /** Why threads cannot be placed so on the host that runs this process. */
    Optional<String> objection(ThreadChoice threads) {
        return threads.objection(local);
    }

    Answer ask(InventoryHost host) {
        return answers.computeIfAbsent(
                host.ssh(),
                ssh -> host.local()
                        ? new Answer(Optional.of(HostSheet.of(local)), "")
                        : new Answer(Optional.empty(), "it cannot be asked: cases run on this host only as yet"));
    }
}
