package org.ticktoquote.harness.run;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;

/** Runs one after the other; {@link #interrupt()}, from any thread, ends the one that is on and prevents those to come. */
public final class RunSequence {
    private final Progress progress;
    private @Nullable Run current;
    private boolean interrupted;

    /** Nothing has run yet. */
    public RunSequence(Progress progress) {
        this.progress = progress;
    }

    /** Runs to the end; refuses when the sequence was interrupted before. */
    public Run.Outcome execute(RunPlan plan) {
        return begin(plan).execute();
    }

    /** Whether somebody interrupted. */
    public synchronized boolean interrupted() {
        return interrupted;
    }

    private synchronized Run begin(RunPlan plan) {
        if (interrupted) {
            throw Problem.ofFault("interrupted").refusal(ExitStatus.INTERRUPTED);
        }
        Run run = new Run(plan, progress);
        current = run;
        return run;
    }

    /** Ends the run that is on, and lets no other begin; from any thread. */
    public synchronized void interrupt() {
        interrupted = true;
        if (current != null) {
            current.interrupt();
        }
    }
}
