package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.harness.site.Site;
import org.ticktoquote.harness.threads.keep.ThreadAccount;
import org.ticktoquote.harness.threads.keep.ThreadHand;

/** The run's threads under its plan, on every host of it; without one nothing is touched and nothing said. Used by one thread. */
final class ThreadCare {
    private static final String FACT = "threads";

    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private final List<Posted> posted = new ArrayList<>();

    /**
     * A hand where it works.
     *
     * @param main whether the application is there, of whose host alone the result tells without its name
     */
    private record Posted(ThreadHand hand, String host, boolean main) {
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
                    .forEach((site, parties) -> site.objection(plan.threads(), parties)
                            .ifPresent(reason -> reasons.add("host " + site.name() + ": " + reason)));
            if (!reasons.isEmpty()) {
                throw plan.threads().refusal(String.join("; ", reasons));
            }
        }
    }

    /** Places the threads of everyone who runs. */
    void apply(RunHosts hosts) {
        hosts.parties().forEach((site, parties) -> {
            if (plan.threads().concerns(parties)) {
                place(hosts, site);
            }
        });
    }

    private void place(RunHosts hosts, Site site) {
        progress.stage("placing threads: " + plan.threads().name() + (site.elsewhere() ? " on " + site.name() : ""));
        ThreadHand hand =
                site.threads(plan.threads(), RunProcesses.on(site, hosts, plan, supervisor), supervisor::remember);
        posted.add(new Posted(hand, site.name(), site == hosts.application()));
        hand.place();
    }

    void measuring() {
        posted.forEach(each -> each.hand().measuring());
    }

    void measured() {
        posted.forEach(each -> each.hand().measured());
    }

    /** Undoes it and writes down what it was; harmless when nothing was begun. */
    void finish(Optional<ManifestDraft> draft) {
        long unmanaged = posted.stream().mapToLong(each -> finish(each, draft)).sum();
        if (!posted.isEmpty()) {
            draft.ifPresent(manifest -> manifest.disturbance(Rule.THREADS_UNMANAGED, (double) unmanaged));
        }
        posted.clear();
    }

    /** Returns how many threads were not where the plan claims; one where nobody knows. */
    private long finish(Posted there, Optional<ManifestDraft> draft) {
        try {
            Optional<ThreadAccount> account = there.hand().finish();
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
    private void write(Posted there, ThreadAccount account) {
        try {
            account.write(
                    there.main() ? plan.directory().threads() : plan.directory().threads(there.host()),
                    plan.identity());
        } catch (Refusal refusal) {
            progress.stage(String.valueOf(refusal.getMessage()));
        }
    }
}
