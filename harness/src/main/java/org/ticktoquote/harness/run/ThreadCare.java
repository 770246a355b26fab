package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.keep.ThreadAccount;

/** The run's threads under its plan, on every host of it; without one nothing is touched and nothing said. Used by one thread. */
final class ThreadCare {
    private static final String FACT = "threads";

    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private final List<Placed> placed = new ArrayList<>();

    /**
     * A host whose threads are placed.
     *
     * @param main whether the application is there, of whose host alone the result tells without its name
     */
    private record Placed(HostOperations operations, String host, boolean main) {
        String fact() {
            return main ? FACT : FACT + "-on-" + host;
        }
    }

    ThreadCare(RunPlan plan, Supervisor supervisor, Progress progress) {
        this.plan = plan;
        this.supervisor = supervisor;
        this.progress = progress;
    }

    /** Refuses a plan that a host of the run cannot have. */
    void require(RunHosts hosts) {
        if (plan.threads().managed()) {
            List<String> reasons = new ArrayList<>();
            hosts.parties()
                    .forEach((host, parties) -> host.operations()
                            .threadsObjection(plan.threads(), parties)
                            .ifPresent(reason -> reasons.add("host " + host.name() + ": " + reason)));
            if (!reasons.isEmpty()) {
                throw plan.threads().refusal(String.join("; ", reasons));
            }
        }
    }

    /** Places the threads of everyone who runs. */
    void apply(RunHosts hosts) {
        hosts.parties().forEach((host, parties) -> {
            if (plan.threads().concerns(parties)) {
                place(hosts, host);
            }
        });
    }

    private void place(RunHosts hosts, RunHost host) {
        progress.stage("placing threads: " + plan.threads().name() + (host.elsewhere() ? " on " + host.name() : ""));
        HostOperations operations = host.operations();
        placed.add(new Placed(operations, host.name(), host == hosts.application()));
        operations.placeThreads(plan.threads(), RunProcesses.on(host, hosts, plan, supervisor));
    }

    void measuring() {
        placed.forEach(each -> each.operations().measuringBegins());
    }

    void measured() {
        placed.forEach(each -> each.operations().measuringEnds());
    }

    /** Undoes it and writes down what it was; harmless when nothing was begun. */
    void finish(Optional<ManifestDraft> draft) {
        long unmanaged = placed.stream().mapToLong(each -> finish(each, draft)).sum();
        if (!placed.isEmpty()) {
            draft.ifPresent(manifest -> manifest.disturbance(Rule.THREADS_UNMANAGED, (double) unmanaged));
        }
        placed.clear();
    }

    /** Returns how many threads were not where the plan claims; one where nobody knows. */
    private long finish(Placed there, Optional<ManifestDraft> draft) {
        try {
            Optional<ThreadAccount> account = there.operations().releaseThreads();
            account.ifPresent(known -> {
                draft.ifPresent(manifest -> known.facts(there.fact()).forEach(manifest::fact));
                write(there, known);
            });
            return account.map(ThreadAccount::unmanaged).orElse(0L);
        } catch (Refusal refusal) {
            String words = String.valueOf(refusal.getMessage());
            progress.stage(words);
            draft.ifPresent(manifest -> {
                manifest.fact(there.fact(), "unknown: " + words);
                manifest.fact(there.fact() + ".problems", "unknown which and how many: " + words);
            });
            return 1;
        }
    }

    /** What was measured is worth more than this file. */
    private void write(Placed there, ThreadAccount account) {
        try {
            account.write(
                    there.main() ? plan.directory().threads() : plan.directory().threads(there.host()),
                    plan.identity());
        } catch (Refusal refusal) {
            progress.stage(String.valueOf(refusal.getMessage()));
        }
    }
}
