package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.keep.ThreadReport;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.plan.ManagedPlan;

/** Places the threads of a run by its plan, on every host. No effect without a plan. Used by one thread. */
final class ThreadPlacement {
    private static final String FACT = "threads";
    private static final int OBSERVED_S = 5;

    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private final List<RunHost> placed = new ArrayList<>();
    /** Host of the application, whose facts have no host name. */
    private @Nullable RunHost main;

    private ThreadChoice threads;
    private Map<String, String> planned = Map.of();

    ThreadPlacement(RunPlan plan, Supervisor supervisor, Progress progress) {
        this.plan = plan;
        this.supervisor = supervisor;
        this.progress = progress;
        this.threads = plan.threads();
        if (threads.name().equals(ThreadChoice.MANAGED.name()) && !threads.isToBeMade()) {
            planned = ManagedPlan.facts(threads, FACT);
        }
    }

    /** Refuses a plan that a host of the run cannot fulfil. */
    void require(RunHosts hosts) {
        if (plan.threads().managed()) {
            List<String> reasons = new ArrayList<>();
            hosts.parties()
                    .forEach((host, parties) -> host.operations()
                            .threadsProblem(plan.threads(), parties)
                            .ifPresent(reason -> reasons.add("host " + host.name() + ": " + reason)));
            if (!reasons.isEmpty()) {
                throw plan.threads().refusal(String.join("; ", reasons));
            }
        }
    }

    /** Observes the application for {@code --threads managed} during ticks of the warm-up, unless a plan was given. */
    void observe(RunHosts hosts) {
        if (threads.isToBeMade()) {
            progress.stage("observing threads for " + OBSERVED_S + " s");
            RunHost host = hosts.application();
            host.operations().observeThreads(RunProcesses.on(host, hosts, plan, supervisor), OBSERVED_S);
        }
    }

    private void makePlan(RunHosts hosts) {
        progress.stage("planning threads");
        ManagedPlan made = hosts.application().operations().planThreads();
        threads = made.choice();
        planned = ManagedPlan.facts(threads, FACT);
        threads.reasonForAuto().ifPresent(reason -> progress.stage("threads: auto, because " + reason));
        write(plan.directory().threadGraph(), made.graph());
        write(plan.directory().threadPlan(), threads.yaml());
    }

    private static void write(Path file, String text) {
        FileAccess.write(file, () -> {
            if (!text.isEmpty()) {
                AtomicFile.write(file, text);
            }
        });
    }

    /** Places the threads of all processes. */
    void apply(RunHosts hosts) {
        if (threads.isToBeMade()) {
            makePlan(hosts);
        }
        main = hosts.application();
        hosts.parties().forEach((host, parties) -> {
            if (threads.concerns(parties)) {
                place(hosts, host);
            }
        });
    }

    private void place(RunHosts hosts, RunHost host) {
        progress.stage("placing threads: " + threads.name() + (host.isRemote() ? " on " + host.name() : ""));
        placed.add(host);
        host.operations().placeThreads(threads, RunProcesses.on(host, hosts, plan, supervisor));
    }

    void measuring() {
        placed.forEach(each -> each.operations().measuringBegins());
    }

    void measured() {
        placed.forEach(each -> each.operations().measuringEnds());
    }

    /** Restores the threads, those placed last first, and records their report. No effect if no threads were placed. */
    void finish(Optional<ManifestDraft> draft) {
        Collections.reverse(placed);
        long unmanaged = placed.stream().mapToLong(each -> finish(each, draft)).sum();
        if (!placed.isEmpty()) {
            draft.ifPresent(manifest -> {
                manifest.disturbance(Rule.THREADS_UNMANAGED, (double) unmanaged);
                planned.forEach(manifest::fact);
            });
        }
        placed.clear();
    }

    /** Returns the number of threads that were not placed as planned; 1 if unknown. */
    private long finish(RunHost there, Optional<ManifestDraft> draft) {
        String fact = there == main ? FACT : FACT + "-on-" + there.name();
        try {
            Optional<ThreadReport> account = there.operations().releaseThreads();
            account.ifPresent(known -> {
                draft.ifPresent(manifest -> known.facts(fact).forEach(manifest::fact));
                write(there, known);
            });
            return account.map(ThreadReport::unmanaged).orElse(0L);
        } catch (ProblemException refusal) {
            String words = String.valueOf(refusal.getMessage());
            progress.stage(words);
            draft.ifPresent(manifest -> {
                manifest.fact(fact, "unknown: " + words);
                manifest.fact(fact + ".problems", "unknown: " + words);
            });
            return 1;
        }
    }

    /** Writes the report. A failure is only printed, because it does not affect the measurement. */
    private void write(RunHost there, ThreadReport account) {
        try {
            account.write(
                    there == main
                            ? plan.directory().threads()
                            : plan.directory().threads(there.name()),
                    plan.identity());
        } catch (ProblemException refusal) {
            progress.stage(String.valueOf(refusal.getMessage()));
        }
    }
}
