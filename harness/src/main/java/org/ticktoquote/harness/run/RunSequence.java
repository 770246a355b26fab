package org.ticktoquote.harness.run;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
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
    public Outcomes execute(Side first, Side second) {
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

    /**
     * One of two runs that are made at once.
     *
     * @param plan of the run
     * @param cpus for its application alone, as in {@code 2-3}; empty where it may run on any
     */
    public record Side(RunPlan plan, String cpus) {}

    /**
     * Two runs at once, on the same ticks: each with its application, its clients and its directory, and one replayer for both. A run
     * that breaks off ends the other.
     *
     * <p>The first one is made by the calling thread, the second one by a thread of its own.
     */
    private static final class Duet implements Interruptible {
        private final SharedReplayer replayer;
        private final Run first;
        private final Run second;

        /** Two runs whose directories exist and are empty. */
        Duet(Side first, Side second, Progress progress) {
            this.replayer = new SharedReplayer(first, second);
            this.first = new Run(first.plan(), progress, replayer.leading::of);
            this.second = new Run(second.plan(), progress, replayer.following::of);
        }

        /** Runs both to their ends, whatever they are. */
        Outcomes execute() {
            FutureTask<Run.Outcome> other = new FutureTask<>(() -> {
                try {
                    return second.execute();
                } finally {
                    replayer.gone(replayer.following);
                }
            });
            new Thread(other, "duet").start();
            Run.Outcome own;
            try {
                own = first.execute();
            } finally {
                replayer.gone(replayer.leading);
            }
            return new Outcomes(own, result(other));
        }

        private static Run.Outcome result(FutureTask<Run.Outcome> other) {
            try {
                return other.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the second run ended", e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new IllegalStateException(e.getCause());
            }
        }

        @Override
        public void interrupt() {
            first.interrupt();
            second.interrupt();
        }
    }
}
