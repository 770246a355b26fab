package org.ticktoquote.harness.run;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/** The wait for the last answers of a run, which goes on where it was when it was interrupted. Used by one thread. */
final class DrainPhase {
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
    DrainPhase(RunPlan plan, RunStart.Started run, Supervisor supervisor, long slowestNs, boolean silent) {
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

    /**
     * How long answers are waited for after the last tick, on the harness's clock: as long as was stated, or else until no session
     * received anything for some time, within a floor and a ceiling.
     *
     * <p>The clients listen on for a while, so that an answer that comes too late is seen. An application that never falls silent,
     * as one does that repeats its quotes, is given twice the time of the slowest answer seen. Not thread-safe.
     */
    static final class Drain {
        /** Without {@code --drain}, at least. */
        static final long LEAST_NS = TimeUnit.SECONDS.toNanos(2);
        /** Without {@code --drain}, at most. */
        static final long MOST_NS = TimeUnit.SECONDS.toNanos(60);
        /** For which the clients listen on, at least. */
        static final long LATE_NS = TimeUnit.SECONDS.toNanos(1);

        private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(500);

        private final OptionalLong stated;
        private final long slowestNs;
        private final boolean silent;
        private final long endNs;
        private long lastNs;
        private long snapshots;

        /**
         * Begins at the end of the replay.
         *
         * @param stated the length that the user wants
         * @param slowestNs the slowest answer of the warm-up
         * @param silent whether the application fell silent when the warm-up ended
         * @param snapshots that all sessions have received
         */
        Drain(OptionalLong stated, long slowestNs, boolean silent, long endNs, long snapshots) {
            this.stated = stated;
            this.slowestNs = slowestNs;
            this.silent = silent;
            this.endNs = endNs;
            this.lastNs = endNs;
            this.snapshots = snapshots;
        }

        /** All sessions have received so many by now. */
        void received(long total, long nowNs) {
            if (total != snapshots) {
                snapshots = total;
                lastNs = nowNs;
            }
        }

        /** Whether what comes from now on is late. */
        boolean over(long nowNs) {
            long pastNs = nowNs - endNs;
            if (stated.isPresent()) {
                return pastNs >= stated.getAsLong();
            }
            return pastNs >= leastNs() && (quiet(nowNs) || pastNs >= MOST_NS);
        }

        /** Whether the clients need not listen any longer to an answer that is late. */
        boolean heardOut(long deadlineNs, long nowNs) {
            long pastNs = nowNs - endNs;
            boolean listened = nowNs - deadlineNs >= LATE_NS;
            return listened && (pastNs >= MOST_NS || pastNs >= leastNs() && quiet(nowNs));
        }

        private long leastNs() {
            return Math.max(LEAST_NS, Math.min(MOST_NS, 2 * slowestNs));
        }

        private boolean quiet(long nowNs) {
            return !silent || nowNs - lastNs >= Math.max(QUIET_NS, Math.min(LEAST_NS, slowestNs));
        }

        /** What decided, for people, when it was over. Its length, from the last tick on, is found by the analysis. */
        String words() {
            if (stated.isPresent()) {
                return "as --drain says";
            }
            String rule = silent ? "until nothing had arrived for some time" : "the application never falls silent";
            return rule + "; slowest answer of the warm-up " + DurationText.format(slowestNs);
        }
    }
}
