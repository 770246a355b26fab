package org.ticktoquote.harness.run;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/** The wait for the last answers of a run, which goes on where it was when it was interrupted. Used by one thread. */
final class LastAnswers {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RunPlan plan;
    private final RunStart.Started run;
    private final Supervisor supervisor;
    private final long slowestNs;
    private final boolean silent;
    private final NanoClock clock = System::nanoTime;
    private Optional<Drain> drain = Optional.empty();
    private long endNs;
    private boolean drained;

    /**
     * The replay has not ended yet.
     *
     * @param slowestNs the slowest answer of the warm-up
     * @param silent whether the application fell silent when the warm-up ended
     */
    LastAnswers(RunPlan plan, RunStart.Started run, Supervisor supervisor, long slowestNs, boolean silent) {
        this.plan = plan;
        this.run = run;
        this.supervisor = supervisor;
        this.slowestNs = slowestNs;
        this.silent = silent;
    }

    /** The last tick has been sent. */
    void begin() {
        endNs = clock.nanoTime();
        long snapshots = run.events().snapshots();
        drain = Optional.of(new Drain(plan.timing().drainNs(), slowestNs, silent, endNs, snapshots));
    }

    /** Whether the last tick has been sent. */
    boolean begun() {
        return drain.isPresent();
    }

    /**
     * Waits, once it is begun, and listens on for a while.
     *
     * @param mostNs for how long; where that is too short there is no deadline
     */
    void await(Supervisor.Listener listener, long mostNs) throws ChildFailure, InterruptedException {
        Drain begun = drain.orElseThrow();
        long fromNs = clock.nanoTime();
        while (!begun.over(clock.nanoTime()) && !drained && clock.nanoTime() - fromNs < mostNs) {
            long leftNs = plan.timing().drainNs().orElse(Drain.MOST_NS) + endNs - clock.nanoTime();
            listen(begun, listener, Math.min(LOOK_NS, Math.max(0, leftNs)));
        }
        if (drained || !begun.over(clock.nanoTime())) {
            return;
        }
        long deadlineNs = drained(begun);
        while (!begun.heardOut(deadlineNs, clock.nanoTime()) && clock.nanoTime() - fromNs < mostNs) {
            listen(begun, listener, LOOK_NS);
        }
        run.draft().readClocks();
    }

    /** The deadline is known before anything can be late: what arrives in between is in time. */
    private long drained(Drain begun) {
        OptionalLong stated = plan.timing().drainNs();
        long deadlineNs = stated.isPresent() ? endNs + stated.getAsLong() : clock.nanoTime();
        run.draft().drained(run.hosts().onRunClock(deadlineNs));
        run.draft().fact("drain", begun.words());
        drained = true;
        return deadlineNs;
    }

    private void listen(Drain begun, Supervisor.Listener listener, long ns) throws ChildFailure, InterruptedException {
        supervisor.listen(ns, listener);
        begun.received(run.events().snapshots(), clock.nanoTime());
    }
}
