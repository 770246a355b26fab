package org.ticktoquote.harness.command;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunPlan;

/** Runs one after the other; {@link #interrupt()}, from any thread, ends the one that is on and prevents those to come. */
final class RunSequence {
    private final Progress progress;
    private @Nullable Run current;
    private boolean interrupted;

    RunSequence(Progress progress) {
        this.progress = progress;
    }

    /** Runs to the end; refuses when the sequence was interrupted before. */
    Run.Outcome execute(RunPlan plan) {
        return begin(plan).execute();
    }

    private synchronized Run begin(RunPlan plan) {
        if (interrupted) {
            throw new Refusal(ExitStatus.INTERRUPTED, "interrupted");
        }
        Run run = new Run(plan, progress);
        current = run;
        return run;
    }

    synchronized void interrupt() {
        interrupted = true;
        if (current != null) {
            current.interrupt();
        }
    }
}
