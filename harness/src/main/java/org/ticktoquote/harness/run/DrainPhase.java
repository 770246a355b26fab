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

    /** Waits until the deadline of the drain, and then listens for late answers. */
    void await(Supervisor.Listener listener) throws ChildFailure, InterruptedException {
        await(drain.orElseThrow(), listener, Long.MAX_VALUE);
    }

    /**
     * Waits like {@link #await(Supervisor.Listener)}, for at most {@code mostNs}. The last second is for late answers. If the
     * drain is not over by then, no deadline is recorded.
     */
    void awaitBriefly(Supervisor.Listener listener, long mostNs) throws ChildFailure, InterruptedException {
        Drain begun = drain.orElseThrow();
        begun.shorten(clock.nanoTime() + mostNs - Drain.LATE_NS);
        await(begun, listener, mostNs);
    }

    private void await(Drain begun, Supervisor.Listener listener, long mostNs)
            throws ChildFailure, InterruptedException {
        long fromNs = clock.nanoTime();
        long nowNs = listen(begun, listener, 0);
        while (!begun.isOver(nowNs) && !drained && nowNs - fromNs < mostNs) {
            long leftNs = plan.timing().drainNs().orElse(Drain.MAX_NS) + endNs - nowNs;
            nowNs = listen(begun, listener, Math.min(POLL_NS, Math.max(0, leftNs)));
        }
        if (drained || !begun.isOver(nowNs)) {
            return;
        }
        long deadlineNs = drained(begun);
        while (!begun.isComplete(deadlineNs, nowNs) && nowNs - fromNs < mostNs) {
            nowNs = listen(begun, listener, POLL_NS);
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

    /** Returns the time after the poll. */
    private long listen(Drain begun, Supervisor.Listener listener, long ns) throws ChildFailure, InterruptedException {
        supervisor.listen(ns, listener);
        long nowNs = clock.nanoTime();
        begun.received(run.events().snapshots(), nowNs);
        return nowNs;
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
        private long mostNs = MAX_NS;
        private long polledNs;
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
            this.polledNs = nowNs;
            this.lastNs = nowNs;
            this.snapshots = snapshots;
        }

        /** Shortens the minimum without {@code --drain} to end by the given time, but not to less than the slowest answer. */
        void shorten(long byNs) {
            mostNs = Math.min(mostNs, Math.max(byNs - endNs, slowestNs));
        }

        /**
         * Updates the number of snapshots received by all sessions, after each poll. The lateness of a poll does not count as
         * silence, because the harness itself was delayed.
         */
        void received(long total, long nowNs) {
            lastNs = total == snapshots ? lastNs + Math.max(0, nowNs - polledNs - POLL_NS) : nowNs;
            polledNs = nowNs;
            snapshots = total;
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
            return Math.max(MIN_NS, Math.min(mostNs, 2 * slowestNs));
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
