package org.ticktoquote.harness.run;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.ticktoquote.core.command.Progress;

/**
 * Two runs at once, on the same ticks: each with its application, its clients and its directory, and one replayer for both. A run
 * that breaks off ends the other.
 *
 * <p>The first one is made by the calling thread, the second one by a thread of its own.
 */
final class Duet implements RunSequence.Interruptible {
    private final SharedReplayer replayer;
    private final Run first;
    private final Run second;

    /** Two runs whose directories exist and are empty. */
    Duet(DuetSide first, DuetSide second, Progress progress) {
        this.replayer = new SharedReplayer(first, second);
        this.first = new Run(first.plan(), progress, replayer.leading::of);
        this.second = new Run(second.plan(), progress, replayer.following::of);
    }

    /** Runs both to their ends, whatever they are. */
    RunSequence.Outcomes execute() {
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
        return new RunSequence.Outcomes(own, result(other));
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
