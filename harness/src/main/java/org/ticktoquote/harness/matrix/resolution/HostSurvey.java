package org.ticktoquote.harness.matrix.resolution;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.need.HostSheet;
import org.ticktoquote.harness.host.source.Host;
import org.ticktoquote.harness.matrix.definition.InventoryHost;
import org.ticktoquote.harness.remote.RemoteSite;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** Asks hosts what they are, each once. Not thread-safe. */
public final class HostSurvey {
    private final Host local;
    private final Map<String, Answer> answers = new HashMap<>();
    private final Map<org.ticktoquote.harness.hosts.InventoryHost, Answer> inventory = new HashMap<>();

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

    /** A host of a run's inventory; over ssh where it is another one. */
    Answer ask(org.ticktoquote.harness.hosts.InventoryHost host) {
        return inventory.computeIfAbsent(host, any -> {
            try {
                return new Answer(Optional.of(host.local() ? HostSheet.of(local) : RemoteSite.survey(host)), "");
            } catch (Refusal unreachable) {
                return new Answer(Optional.empty(), String.valueOf(unreachable.getMessage()));
            }
        });
    }

    Answer ask(InventoryHost host) {
        return answers.computeIfAbsent(
                host.ssh(),
                ssh -> host.local()
                        ? new Answer(Optional.of(HostSheet.of(local)), "")
                        : new Answer(
                                Optional.empty(),
                                "it cannot be asked: name it in an inventory of the runs, run: {hosts: FILE}"));
    }
}
