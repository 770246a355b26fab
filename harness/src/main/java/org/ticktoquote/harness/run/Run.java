package org.ticktoquote.harness.run;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.audit.HarnessAudit;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/**
 * One run: everyone is started, warmed up, measured, drained and ended, and the manifest says what happened.
 *
 * <p>Whatever goes wrong, the processes are ended and the manifest is written. Used by one thread, except
 * {@link #interrupt()}.
 */
public final class Run {
    private static final long START_LEAD_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long REPLAY_SLACK_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final RunPlan plan;
    private final Progress progress;
    private final NanoClock clock = System::nanoTime;
    private final Supervisor supervisor;
    private final Cast cast;
    private final ThreadCare threads;
    private @Nullable RunHosts hosts;
    private long slowestNs;
    private boolean silent;
    private volatile @Nullable Thread reaching;

    /** A run of the plan; its directory exists and is empty. */
    public Run(RunPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
        this.supervisor = new Supervisor(plan.directory());
        this.cast = new Cast(plan, supervisor, progress);
        this.threads = new ThreadCare(plan, supervisor, progress);
    }

    /** Ends the run as soon as possible, keeping what was measured; callable from any thread. */
    public void interrupt() {
        supervisor.interrupt();
        Thread waiting = reaching;
        if (waiting != null) {
            waiting.interrupt();
        }
    }

    /**
     * What became of a run.
     *
     * @param manifest as written; empty when the run did not even get to open its recording
     * @param cause why it did not complete; empty when it did
     * @param status what it means where nothing was measured
     * @param explained whether the cause says all there is, so that no log needs to be read
     */
    public record Outcome(Optional<RunManifest> manifest, String cause, ExitStatus status, boolean explained) {
        /** Whether at least one tick was measured. */
        public boolean measured() {
            return measured(manifest);
        }

        private static boolean measured(Optional<RunManifest> manifest) {
            return manifest.map(written -> written.replay().t0Ns() != 0).orElse(false);
        }
    }

    /** Runs to the end, whatever it is. */
    public Outcome execute() {
        String state = RunManifest.FAILED;
        String cause = "";
        Blame blame = new Blame(ExitStatus.OK, true);
        @Nullable ChildFailure culprit = null;
        try (HarnessAudit audit = new HarnessAudit(plan.directory(), plan.identity())) {
            story(audit);
            state = RunManifest.COMPLETE;
        } catch (ChildFailure failure) {
            culprit = failure;
        } catch (Refusal refusal) {
            cause = String.valueOf(refusal.getMessage());
            blame = new Blame(refusal.status(), true);
        } catch (InterruptedException interrupted) {
            state = RunManifest.INTERRUPTED;
            cause = "interrupted";
            blame = new Blame(ExitStatus.INTERRUPTED, true);
        } finally {
            progress.stage("ending the processes");
            end();
        }
        String end = state;
        Optional<RunManifest> manifest = cast.begun().map(draft -> draft.write(end, cast.ends()));
        if (culprit == null) {
            return new Outcome(manifest, cause, blame.status(), blame.explained());
        }
        Blame theirs = Blame.of(culprit, plan.application());
        boolean logStays = !theirs.explained() || Outcome.measured(manifest);
        String message = logStays ? culprit.withLog() : String.valueOf(culprit.getMessage());
        return new Outcome(manifest, message, theirs.status(), theirs.explained());
    }

    /** Attached applications get their masks back before the guardian, who would see to it, is dismissed. */
    private void end() {
        try {
            threads.finish(cast.begun());
        } finally {
            supervisor.close();
            leaveHosts();
        }
    }

    /** Everyone has ended: what they wrote on other hosts is brought here. */
    private void leaveHosts() {
        RunHosts open = hosts;
        if (open != null) {
            open.readClocks();
            if (!open.words().isEmpty()) {
                progress.stage("bringing the files here");
            }
            for (String trouble : open.bringBack()) {
                progress.stage(trouble);
                cast.begun().ifPresent(draft -> draft.fact("hosts.trouble", trouble));
            }
            open.close();
        }
    }

    private void story(HarnessAudit audit) throws ChildFailure, InterruptedException {
        RunHosts open = reach();
        hosts = open;
        FarApplication.require(plan, open);
        threads.require(open);
        cast.start(open);
        RunProcesses.applicationCpu(open, plan, supervisor).ifPresent(audit::watch);
        warmUp(open);
        threads.apply(open);
        audit.sample();
        long endNs = measure(open);
        drain(open, endNs);
        audit.sample();
    }

    /** What is waited for on other hosts ends at once when the run is interrupted. */
    private RunHosts reach() throws InterruptedException {
        reaching = Thread.currentThread();
        try {
            RunHosts open = RunHosts.open(plan, progress);
            reaching = null;
            return open;
        } catch (Refusal refusal) {
            reaching = null;
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted by the user");
            }
            throw refusal;
        }
    }

    private void warmUp(RunHosts open) throws ChildFailure, InterruptedException {
        Child replayer = cast.replayer();
        boolean identified = plan.matching().identified();
        try (WarmUpWatch watch = new WarmUpWatch(
                open.replayer().ticks(),
                open.clients().quotes(plan.sessions()),
                open::fromClients,
                identified,
                plan.warmUp(),
                clock)) {
            replayer.tell(Command.of(
                    "warm-up",
                    Map.of(
                            "realSpeedNs", plan.warmUp().realSpeedNs(),
                            "burstRate", 0,
                            "maximumNs", plan.warmUp().maximumNs())));
            cast.onBurst(watch::burstBegins);
            StatusLine end = watchUntilSteady(replayer, watch);
            silent = awaitQuiet(watch);
            slowestNs = watch.slowestNs();
            cast.draft().warmedUp(watch.outcome(end.detailAs(WarmedUp.class), silent));
        }
        cast.checkFirstSnapshots();
    }

    private StatusLine watchUntilSteady(Child replayer, WarmUpWatch watch) throws ChildFailure, InterruptedException {
        long limit = clock.nanoTime() + plan.warmUp().maximumNs() + REPLAY_SLACK_NS;
        while (!cast.warmedUp() && !watch.steady()) {
            supervisor.listen(LOOK_NS, cast);
            watch.look();
            progress.update("warming up: " + watch.words());
        }
        replayer.tell(Command.of("warm-up-end"));
        return cast.awaitWarmedUp(limit - clock.nanoTime());
    }

    /** Whether it got quiet. */
    private boolean awaitQuiet(WarmUpWatch watch) throws ChildFailure, InterruptedException {
        long limit = clock.nanoTime() + REPLAY_SLACK_NS;
        watch.look();
        while (!watch.quiet(QUIET_NS) && clock.nanoTime() - limit < 0) {
            supervisor.listen(LOOK_NS, cast);
            watch.look();
        }
        return watch.quiet(QUIET_NS);
    }

    private long measure(RunHosts open) throws ChildFailure, InterruptedException {
        threads.measuring();
        System.gc(); // of this process alone: not while the others are measured
        Disturbances disturbances = new Disturbances(open, cast.input().feed());
        long t0Ns = open.onRunClock(clock.nanoTime() + START_LEAD_NS);
        cast.draft().started(t0Ns);
        cast.draft().readClocks();
        cast.draft().write(RunManifest.PLANNED, cast.ends());
        cast.measuring();
        cast.replayer().tell(Command.of("start", Map.of("atNs", t0Ns)));
        long windowNs = (long) ((cast.input().toNs() - cast.input().fromNs()) / plan.speed());
        StatusLine done = supervisor.await(cast.replayer(), "done", windowNs + REPLAY_SLACK_NS, cast);
        long endNs = clock.nanoTime();
        cast.draft().replayed(done.detailAs(ReplayDone.class));
        disturbances.recordIn(cast.draft());
        threads.measured();
        return endNs;
    }

    /** The deadline is known before anything can be late: what arrives in between is in time. */
    private void drain(RunHosts open, long endNs) throws ChildFailure, InterruptedException {
        Drain drain = new Drain(plan.drainNs(), slowestNs, silent, endNs, cast.snapshots());
        progress.stage("waiting for the last answers");
        while (!drain.over(clock.nanoTime())) {
            listen(drain, plan.drainNs().orElse(Drain.MOST_NS) + endNs - clock.nanoTime());
        }
        long deadlineNs = plan.drainNs().isPresent() ? endNs + plan.drainNs().getAsLong() : clock.nanoTime();
        cast.draft().drained(open.onRunClock(deadlineNs));
        cast.draft().fact("drain", drain.words(deadlineNs));
        while (!drain.heardOut(deadlineNs, clock.nanoTime())) {
            listen(drain, LOOK_NS);
        }
        cast.draft().readClocks();
    }

    private void listen(Drain drain, long atMostNs) throws ChildFailure, InterruptedException {
        supervisor.listen(Math.min(LOOK_NS, Math.max(0, atMostNs)), cast);
        drain.received(cast.snapshots(), clock.nanoTime());
    }
}
