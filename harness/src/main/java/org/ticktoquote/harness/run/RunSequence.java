package org.ticktoquote.harness.run;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.HostPulse;
import org.ticktoquote.host.pingpong.PulseMeter;

/** Executes runs one after another. {@link #interrupt()}, from any thread, ends the current run and prevents later ones. */
public final class RunSequence {
    /** Time that a run takes if the pulse of the host is measured, in nanoseconds. */
    public static final long PULSE_NS = 2 * PulseMeter.DURATION_NS;

    private final Progress progress;
    private final @Nullable Supplier<HostPulse> pulse;
    /** Ends the current run early. */
    private @Nullable Runnable interruption;

    private boolean interrupted;

    public RunSequence(Progress progress) {
        this(progress, null);
    }

    /** @param pulse measures the pulse of the host before and after each run, except concurrent ones; null for none */
    public RunSequence(Progress progress, @Nullable Supplier<HostPulse> pulse) {
        this.progress = progress;
        this.pulse = pulse;
    }

    /** Returns the time that a run takes for the pulse of the host, in nanoseconds. */
    public long pulseNs() {
        return pulse == null ? 0 : PULSE_NS;
    }

    /** Executes a run. Fails if the sequence was interrupted before. */
    public Run.Outcome execute(RunPlan plan) {
        return begin(() -> new Run(plan, progress, pulse), Run::interrupt).execute();
    }

    /**
     * Executes two runs at once, on the same ticks. Each has its application, clients and directory; the replayer is shared.
     * If one run aborts, the other ends too. Fails if the sequence was interrupted before. The first run starts first,
     * executes on the calling thread, and gets ticks with odd ids first.
     *
     * @param turnSeed seed of their turns; null if both get each tick at once
     * @return outcomes of both runs, in this order
     */
    public List<Run.Outcome> execute(DuetRun first, DuetRun second, @Nullable Long turnSeed) {
        SharedReplayer replayer = new SharedReplayer(first, second, turnSeed);
        List<Run> runs = begin(
                () -> List.of(
                        new Run(first.plan(), progress, null, replayer.firstLink::of),
                        new Run(second.plan(), progress, null, replayer.secondLink::of)),
                both -> both.forEach(Run::interrupt));
        FutureTask<Run.Outcome> other = new FutureTask<>(() -> execute(runs.get(1), replayer, replayer.secondLink));
        new Thread(other, "duet").start();
        return List.of(execute(runs.get(0), replayer, replayer.firstLink), result(other));
    }

    private static Run.Outcome execute(Run run, SharedReplayer replayer, SharedReplayer.RunLink link) {
        try {
            return run.execute();
        } finally {
            replayer.ended(link);
        }
    }

    private static Run.Outcome result(FutureTask<Run.Outcome> other) {
        try {
            return other.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the end of the second run", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Returns whether the sequence was interrupted. */
    public synchronized boolean interrupted() {
        return interrupted;
    }

    private synchronized <T> T begin(Supplier<T> next, Consumer<T> interrupt) {
        if (interrupted) {
            throw Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED);
        }
        T run = next.get();
        interruption = () -> interrupt.accept(run);
        return run;
    }

    /** Ends the current run and prevents later ones. Callable from any thread. */
    public synchronized void interrupt() {
        interrupted = true;
        if (interruption != null) {
            interruption.run();
        }
    }

    /**
     * One of two concurrent runs.
     *
     * @param plan plan of the run
     * @param cpus CPUs only for its application, as in {@code 2-3}; empty for any
     */
    public record DuetRun(RunPlan plan, String cpus) {}
}
