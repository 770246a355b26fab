package org.ticktoquote.harness.run;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;

/** Runs one after the other; {@link #interrupt()}, from any thread, ends the one that is on and prevents those to come. */
public final class RunSequence {
    private final Progress progress;
    private @Nullable Interruptible current;
    private boolean interrupted;

    /** Nothing has run yet. */
    public RunSequence(Progress progress) {
        this.progress = progress;
    }

    /** Runs to the end; refuses when the sequence was interrupted before. */
    public Run.Outcome execute(RunPlan plan) {
        return begin(() -> new Run(plan, progress)).execute();
    }

    /** Runs two at once, on one replayer; likewise. The first gets the ticks with odd ids first, and starts first. */
    public Outcomes execute(DuetSide first, DuetSide second) {
        return begin(() -> new Duet(first, second, progress)).execute();
    }

    /** What became of two runs that were made at once. */
    public record Outcomes(Run.Outcome first, Run.Outcome second) {}

    /** What can be ended early, from any thread. */
    interface Interruptible {
        /** Ends it as soon as possible. */
        void interrupt();
    }

    /** Whether somebody interrupted. */
    public synchronized boolean interrupted() {
        return interrupted;
    }

    private synchronized <T extends Interruptible> T begin(Supplier<T> next) {
        if (interrupted) {
            throw Problem.ofFault("interrupted").refusal(ExitStatus.INTERRUPTED);
        }
        T run = next.get();
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
