package org.ticktoquote.harness.run;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/** Waits for the last answers of a run. Can resume an interrupted wait. Used by one thread. */
final class DrainPhase {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RunPlan plan;
    private final StartupPhase.SubscribedRun run;
    private final Supervisor supervisor;
    private final long slowestNs;
    private final boolean silent;
    private final NanoClock clock = System::nanoTime;
    private Optional<Drain> drain = Optional.empty();
    private long endNs;
    private boolean drained;

    /**
     * @param slowestNs slowest answer of the warm-up
     * @param silent true if the application fell silent at the end of the warm-up
     */
    DrainPhase(RunPlan plan, StartupPhase.SubscribedRun run, Supervisor supervisor, long slowestNs, boolean silent) {
        this.plan = plan;
        this.run = run;
        this.supervisor = supervisor;
        this.slowestNs = slowestNs;
        this.silent = silent;
    }

    /**
     * Begins the drain after the last tick was sent.
     *
     * @param sentNs end of the replay on the run's clock. A large replay is reported later, once its journals are read
     */
    void begin(long sentNs) {
        long nowNs = clock.nanoTime();
        endNs = endNs(plan.timing().drainNs(), nowNs, run.hosts().onRunClock(nowNs) - sentNs);
        long snapshots = run.events().snapshots();
        drain = Optional.of(new Drain(plan.timing().drainNs(), slowestNs, silent, endNs, nowNs, snapshots));
    }

    /** Returns the start of the drain: the end of the replay if the user set its length, else now. */
    static long endNs(OptionalLong stated, long nowNs, long sinceNs) {
        return stated.isPresent() ? nowNs - Math.max(0, sinceNs) : nowNs;
    }

    /** Returns whether the drain has begun. */
    boolean begun() {
        return drain.isPresent();
    }

    /**
     * Waits until the deadline of the drain, and then listens for late answers.
     *
     * @param mostNs limit of the wait; if it is reached before the end of the drain, no deadline is recorded
     */
    void await(Supervisor.Listener listener, long mostNs) throws ChildFailure, InterruptedException {
        Drain begun = drain.orElseThrow();
        long fromNs = clock.nanoTime();
        while (!begun.isOver(clock.nanoTime()) && !drained && clock.nanoTime() - fromNs < mostNs) {
            long leftNs = plan.timing().drainNs().orElse(Drain.MAX_NS) + endNs - clock.nanoTime();
            listen(begun, listener, Math.min(POLL_NS, Math.max(0, leftNs)));
        }
        if (drained || !begun.isOver(clock.nanoTime())) {
            return;
        }
        long deadlineNs = drained(begun);
        while (!begun.isComplete(deadlineNs, clock.nanoTime()) && clock.nanoTime() - fromNs < mostNs) {
            listen(begun, listener, POLL_NS);
        }
        run.draft().readClocks();
    }

    /** Records the deadline on the run's clock: as stated by the user, else now. Returns it on the harness's clock. */
    private long drained(Drain begun) {
        OptionalLong stated = plan.timing().drainNs();
        long deadlineNs = stated.isPresent() ? endNs + stated.getAsLong() : clock.nanoTime();
        run.draft().drained(run.hosts().onRunClock(deadlineNs));
        run.draft().fact("drain", begun.description());
        drained = true;
        return deadlineNs;
    }

    private void listen(Drain begun, Supervisor.Listener listener, long ns) throws ChildFailure, InterruptedException {
        supervisor.listen(ns, listener);
        begun.received(run.events().snapshots(), clock.nanoTime());
    }

    /**
     * Determines how long to wait after the last tick: the time set by {@code --drain}, or until all sessions are silent, from
     * 2 s to 60 s. Times are on the harness's clock.
     *
     * <p>Clients then listen for at least 1 s more, to detect late answers. If the application never falls silent, for example
     * because it repeats quotes, the wait is twice the slowest answer of the warm-up. Not thread-safe.
     */
    static final class Drain {
        /** Minimum without {@code --drain}. */
        static final long MIN_NS = TimeUnit.SECONDS.toNanos(2);
        /** Maximum without {@code --drain}. */
        static final long MAX_NS = TimeUnit.SECONDS.toNanos(60);
        /** Minimum time for which clients listen for late answers. */
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
         * @param stated duration requested by the user
         * @param slowestNs slowest answer of the warm-up
         * @param silent true if the application fell silent at the end of the warm-up
         * @param nowNs present time, from which silence counts
         * @param snapshots snapshots received so far by all sessions
         */
        Drain(OptionalLong stated, long slowestNs, boolean silent, long endNs, long nowNs, long snapshots) {
            this.stated = stated;
            this.slowestNs = slowestNs;
            this.silent = silent;
            this.endNs = endNs;
            this.lastNs = nowNs;
            this.snapshots = snapshots;
        }

        /** Updates the number of snapshots received by all sessions. */
        void received(long total, long nowNs) {
            if (total != snapshots) {
                snapshots = total;
                lastNs = nowNs;
            }
        }

        /** Returns whether answers from now on are late. */
        boolean isOver(long nowNs) {
            long pastNs = nowNs - endNs;
            if (stated.isPresent()) {
                return pastNs >= stated.getAsLong();
            }
            return pastNs >= leastNs() && (quiet(nowNs) || pastNs >= MAX_NS);
        }

        /** Returns whether the clients can stop listening for late answers. */
        boolean isComplete(long deadlineNs, long nowNs) {
            long pastNs = nowNs - endNs;
            boolean listened = nowNs - deadlineNs >= LATE_NS;
            return listened && (pastNs >= MAX_NS || pastNs >= leastNs() && quiet(nowNs));
        }

        private long leastNs() {
            return Math.max(MIN_NS, Math.min(MAX_NS, 2 * slowestNs));
        }

        private boolean quiet(long nowNs) {
            return !silent || nowNs - lastNs >= Math.max(QUIET_NS, Math.min(MIN_NS, slowestNs));
        }

        /** Describes the rule that ended the drain, for users. The analysis computes its length. */
        String description() {
            if (stated.isPresent()) {
                return "set by --drain";
            }
            String rule = silent ? "until the application fell silent" : "the application never fell silent";
            return rule + "; slowest answer of the warm-up " + DurationText.format(slowestNs);
        }
    }
}
