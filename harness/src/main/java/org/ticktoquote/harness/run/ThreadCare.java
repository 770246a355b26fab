package org.ticktoquote.harness.run;

import java.util.Optional;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.source.LiveHost;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.harness.threads.found.ProcessFiles;
import org.ticktoquote.harness.threads.keep.ThreadAccount;
import org.ticktoquote.harness.threads.keep.ThreadKeeper;
import org.ticktoquote.harness.threads.machine.Topology;
import org.ticktoquote.harness.threads.mask.LinuxMasks;

/** The run's threads under its plan; without one nothing is touched and nothing said. Used by one thread. */
final class ThreadCare {
    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private Optional<ThreadKeeper> keeper = Optional.empty();

    ThreadCare(RunPlan plan, Supervisor supervisor, Progress progress) {
        this.plan = plan;
        this.supervisor = supervisor;
        this.progress = progress;
    }

    /** Places the threads of everyone who runs. */
    void apply() {
        keeper = plan.threads()
                .planner()
                .map(planner -> new ThreadKeeper(
                        planner,
                        Topology.read(new LiveHost()),
                        new ManagedProcesses(plan, supervisor),
                        new ProcessFiles(),
                        new LinuxMasks(),
                        supervisor::remember));
        keeper.ifPresent(threads -> {
            progress.stage("placing threads: " + plan.threads().name());
            threads.apply();
            threads.watch();
        });
    }

    void measuring() {
        keeper.ifPresent(ThreadKeeper::measuring);
    }

    void measured() {
        keeper.ifPresent(ThreadKeeper::measured);
    }

    /** Undoes it and writes down what it was; harmless when nothing was begun. */
    void finish(Optional<ManifestDraft> draft) {
        Optional<ThreadAccount> account = keeper.flatMap(ThreadKeeper::finish);
        account.ifPresent(written -> {
            draft.ifPresent(manifest -> {
                written.facts().forEach(manifest::fact);
                manifest.disturbance(Rule.THREADS_UNMANAGED, (double) written.unmanaged());
            });
            write(written);
        });
        keeper = Optional.empty();
    }

    /** What was measured is worth more than this file. */
    private void write(ThreadAccount account) {
        try {
            account.write(plan.directory().threads());
        } catch (Refusal refusal) {
            progress.stage(String.valueOf(refusal.getMessage()));
        }
    }
}
