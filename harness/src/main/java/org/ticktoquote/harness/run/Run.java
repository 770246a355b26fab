package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.CounterSource;
import org.ticktoquote.core.audit.ProcessMonitor;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.run.HostPulse;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.jvm.GcLogFiles.RuntimeGcLog;
import org.ticktoquote.host.sockets.HostCounters;

/**
 * Executes one run: starts all processes, warms up, measures, drains, ends all processes, and records the outcome in the
 * manifest.
 *
 * <p>Processes are ended and the manifest is written in every case. Used by one thread, except {@link #interrupt()}.
 */
public final class Run {
    /** Part of the cause if a run fails because pairs have no price. */
    public static final String NO_FIRST_SNAPSHOT = " subscriptions have no first snapshot after the warm-up: ";

    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long REPLAY_SLACK_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long ANSWER_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    private final RunPlan plan;
    private final Progress progress;
    private final NanoClock clock = System::nanoTime;
    private final Supervisor supervisor;
    private final ThreadPlacement threads;
    private final EvidenceCollection evidence;
    private final PacketCaptures captures;
    private final Shutdown end;
    private final ReplayerLink link;
    private final RunPulse pulse;
    private volatile @Nullable Thread connecting;
    /** Counters of the application, once it runs. */
    private volatile CounterSource application = counters -> {};

    /**
     * Creates a run. Its directory must exist and be empty.
     *
     * @param pulse measures the pulse of the host; null for none
     */
    Run(RunPlan plan, Progress progress, @Nullable Supplier<HostPulse> pulse) {
        this(plan, progress, pulse, supervisor -> ReplayerLink.OWN);
    }

    /** @param linked creates the access to the replayer */
    Run(
            RunPlan plan,
            Progress progress,
            @Nullable Supplier<HostPulse> pulse,
            Function<Supervisor, ReplayerLink> linked) {
        this.plan = plan;
        this.progress = progress;
        this.supervisor = new Supervisor(plan.directory());
        this.threads = new ThreadPlacement(plan, supervisor, progress);
        this.evidence = new EvidenceCollection(plan, supervisor, progress);
        this.captures = new PacketCaptures(plan, supervisor, progress);
        this.end = new Shutdown(supervisor, threads, evidence, captures, progress);
        this.link = linked.apply(supervisor);
        boolean alone = plan.hosts().local() && !(plan.application() instanceof ApplicationUnderTest.Attached);
        this.pulse = new RunPulse(alone ? pulse : null, progress);
    }

    /** Ends the run as soon as possible and keeps everything measured. Callable from any thread. */
    public void interrupt() {
        supervisor.interrupt();
        pulse.interrupt();
        Thread waiting = connecting;
        if (waiting != null) {
            waiting.interrupt();
        }
    }

    /**
     * Outcome of a run.
     *
     * @param manifest manifest as written; empty if the recording was not opened
     * @param cause why the run did not complete; empty if it did
     * @param status exit status if nothing was measured
     * @param causeIsComplete true if the cause is complete and no log needs to be read
     */
    public record Outcome(Optional<RunManifest> manifest, String cause, ExitStatus status, boolean causeIsComplete) {
        /** Returns whether the measured part had begun. */
        public boolean measured() {
            return measured(manifest);
        }

        private static boolean measured(Optional<RunManifest> manifest) {
            return manifest.map(written -> written.replay().t0Ns() != 0).orElse(false);
        }
    }

    /** Executes the run and returns its outcome, even after a failure or interruption. */
    public Outcome execute() {
        String state = RunManifest.FAILED;
        String cause = "";
        ExitStatus status = ExitStatus.OK;
        @Nullable ChildFailure culprit = null;
        try (RuntimeGcLog unused = RuntimeGcLog.into(plan.directory().gcLog(Role.HARNESS));
                ProcessMonitor monitor = monitor()) {
            runPhases(monitor);
            state = RunManifest.COMPLETE;
        } catch (ChildFailure failure) {
            culprit = failure;
            cause = String.valueOf(failure.getMessage());
        } catch (ProblemException refusal) {
            cause = String.valueOf(refusal.getMessage());
            status = refusal.status();
        } catch (InterruptedException interrupted) {
            state = RunManifest.INTERRUPTED;
            cause = link.interruption();
            status = ExitStatus.INTERRUPTED;
        } finally {
            link.release(
                    state.equals(RunManifest.COMPLETE) ? "" : cause.isEmpty() ? "an internal error of t2q" : cause);
            end.end();
        }
        if (!state.equals(RunManifest.INTERRUPTED)) {
            pulse.after();
        }
        Optional<RunManifest> manifest = end.manifest(state, state.equals(RunManifest.FAILED) ? cause : "");
        return culprit == null ? new Outcome(manifest, cause, status, true) : failed(culprit, manifest);
    }

    /** Monitors this process. Its hiccups also represent the host, and its counters include the host's. */
    private ProcessMonitor monitor() {
        return ProcessMonitor.start(
                plan.directory(),
                plan.identity(),
                Role.HARNESS,
                new HostCounters(),
                counters -> application.read(counters));
    }

    private void runPhases(ProcessMonitor monitor) throws ChildFailure, InterruptedException {
        pulse.before();
        RunHosts open = connect();
        end.opened(open);
        Preflight.requireElsewhere(plan, open);
        threads.require(open);
        StartupPhase.SubscribedRun run = new StartupPhase(plan, open, supervisor, progress, link).run(end::begun);
        RunProcesses.applicationCounters(open, plan, run.input(), supervisor)
                .ifPresent(counters -> application = counters);
        RunProcesses.applicationJava(open, plan, supervisor).forEach(run.draft()::fact);
        pulse.record(run.draft()::fact);
        evidence.begin(open, run.draft());
        captures.begin(run);
        DrainPhase answers = warmUp(run);
        threads.apply(open);
        monitor.sample();
        new Measurement(plan, run, answers, supervisor, link, threads, progress).execute();
        monitor.sample();
    }

    /** Connects to the hosts. An interruption of the run also ends the wait for other hosts. */
    private RunHosts connect() throws InterruptedException {
        connecting = Thread.currentThread();
        try {
            RunHosts open = RunHosts.open(plan, supervisor::remember, progress);
            connecting = null;
            return open;
        } catch (ProblemException refusal) {
            connecting = null;
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted by the user");
            }
            throw refusal;
        }
    }

    private DrainPhase warmUp(StartupPhase.SubscribedRun run) throws ChildFailure, InterruptedException {
        long firstSnapshotsByNs = clock.nanoTime() + RunPlan.Timing.FIRST_SNAPSHOTS_LIMIT_NS;
        RunHosts hosts = run.hosts();
        WarmUpWatch watch = new WarmUpWatch(
                hosts.replayer().operations()::sentTicks,
                () -> hosts.clients()
                        .operations()
                        .receivedQuotes(plan.sessions().count()),
                hosts::fromClients,
                plan.declared().matching().identified(),
                plan.timing().warmUp(),
                clock);
        link.send(
                run.replayer(),
                ControlCommand.of(
                        ReplayerProtocol.WARM_UP,
                        new ReplayerProtocol.WarmUp(
                                plan.timing().warmUp().realSpeedNs(),
                                0,
                                plan.timing().warmUp().maximumNs())));
        run.events().onBurst(watch::burstBegins);
        ReplayerProtocol.WarmedUp end = watchUntilSteady(run, watch);
        boolean silent = awaitQuiet(run, watch);
        run.draft().warmedUp(watch.outcome(end, silent));
        // without --allow-missing a missing snapshot ends the run, so a starved application gets time after the warm-up
        long byNs = plan.sessions().allowMissing()
                ? firstSnapshotsByNs
                : clock.nanoTime() + plan.timing().firstSnapshotsLimitNs();
        requireFirstSnapshots(run, byNs, silent);
        return new DrainPhase(plan, run, supervisor, watch.slowestNs(), silent);
    }

    private ReplayerProtocol.WarmedUp watchUntilSteady(StartupPhase.SubscribedRun run, WarmUpWatch watch)
            throws ChildFailure, InterruptedException {
        long limit = clock.nanoTime() + link.lastingNs(plan.timing().warmUp().maximumNs()) + REPLAY_SLACK_NS;
        while (run.events().warmedUp().isEmpty() && !watch.steady()) {
            supervisor.listen(POLL_NS, run.events());
            watch.poll();
            progress.update(() -> "warming up: " + watch.description());
        }
        if (run.events().warmedUp().isEmpty()) {
            threads.observe(run.hosts());
        }
        link.send(run.replayer(), ControlCommand.of(ReplayerProtocol.WARM_UP_END));
        if (run.events().warmedUp().isPresent()) {
            return run.events().warmedUp().get();
        }
        return supervisor
                .await(run.replayer(), ReplayerProtocol.WARMED_UP, limit - clock.nanoTime(), run.events())
                .detailAs(ReplayerProtocol.WarmedUp.class);
    }

    /** Waits for the application to fall silent; returns whether it did. */
    private boolean awaitQuiet(StartupPhase.SubscribedRun run, WarmUpWatch watch)
            throws ChildFailure, InterruptedException {
        long limit = clock.nanoTime() + REPLAY_SLACK_NS;
        watch.poll();
        while (!watch.quiet(QUIET_NS) && clock.nanoTime() - limit < 0) {
            supervisor.listen(POLL_NS, run.events());
            watch.poll();
        }
        return watch.quiet(QUIET_NS);
    }

    /**
     * Requires first snapshots. After a very short warm-up the application can still be working on its first prices. If it never
     * falls silent, repeated quotes are no progress.
     */
    private void requireFirstSnapshots(StartupPhase.SubscribedRun run, long byNs, boolean silent)
            throws ChildFailure, InterruptedException {
        FirstSnapshotsWait wait = new FirstSnapshotsWait(clock.nanoTime(), byNs);
        List<ClientsProtocol.Missing> missing = missingFirstSnapshots(run);
        while (wait.continues(missing.size(), silent ? run.events().snapshots() : 0, clock.nanoTime())) {
            progress.update("waiting for the first snapshots of " + CountText.of(missing.size(), "subscription"));
            supervisor.listen(FirstSnapshotsWait.POLL_NS, run.events());
            missing = missingFirstSnapshots(run);
        }
        run.events().requireFirstSnapshots(run.clients(), missing);
    }

    private List<ClientsProtocol.Missing> missingFirstSnapshots(StartupPhase.SubscribedRun run)
            throws ChildFailure, InterruptedException {
        run.clients().send(ControlCommand.of(ClientsProtocol.FIRST_SNAPSHOTS));
        return supervisor
                .await(run.clients(), ClientsProtocol.FIRST_SNAPSHOTS, ANSWER_LIMIT_NS, run.events())
                .detailAs(ClientsProtocol.FirstSnapshots.class)
                .missing();
    }

    /**
     * Returns the outcome of a run that a child ended. If nothing was measured, its status is the exit status of the failed t2q
     * process. It is FAILED for a user's application, and for the built-in one if a signal ended it; USAGE if a user's program
     * cannot be executed; ENVIRONMENT for a lost connection.
     */
    private Outcome failed(ChildFailure failure, Optional<RunManifest> manifest) {
        Child culprit = failure.child();
        boolean measured = culprit.role().equals(Role.APPLICATION);
        boolean foreign = plan.application() instanceof ApplicationUnderTest.Own && measured;
        String end = culprit.outcome().end();
        int code = culprit.outcome().exitStatus();
        Optional<ExitStatus> known = Stream.of(ExitStatus.USAGE, ExitStatus.BAD_INPUT, ExitStatus.ENVIRONMENT)
                .filter(status -> status.code() == code)
                .findFirst();
        if (failure.status().isPresent()) {
            return failed(failure, manifest, failure.status().get(), false);
        }
        if (foreign && !end.equals(ProcessEnd.LOST)) {
            return culprit.neverExecuted()
                    ? failed(failure, manifest, ExitStatus.USAGE, true)
                    : failed(failure, manifest, ExitStatus.FAILED, false);
        }
        if (measured && end.equals(ProcessEnd.KILLED)) {
            return failed(failure, manifest, ExitStatus.FAILED, false);
        }
        ExitStatus other = code == ExitStatus.FAULT.code() ? ExitStatus.FAULT : ExitStatus.ENVIRONMENT;
        return failed(failure, manifest, known.orElse(other), known.isPresent());
    }

    private static Outcome failed(
            ChildFailure failure, Optional<RunManifest> manifest, ExitStatus status, boolean causeIsComplete) {
        boolean logStays = !causeIsComplete || Outcome.measured(manifest);
        String cause = logStays ? failure.withLog() : String.valueOf(failure.getMessage());
        return new Outcome(manifest, cause, status, causeIsComplete);
    }

    /**
     * Measures the pulse of this host before and after a run, while no application is running. A host without loopback has no
     * pulse. Used by one thread, except {@link #interrupt()}.
     */
    static final class RunPulse {
        private final @Nullable Supplier<HostPulse> meter;
        private final Progress progress;
        private Map<String, String> before = Map.of();
        private Optional<BiConsumer<String, String>> facts = Optional.empty();
        private volatile @Nullable Thread measuring;

        /**
         * Creates the pulse of a run.
         *
         * @param meter measures the pulse; null for none
         */
        RunPulse(@Nullable Supplier<HostPulse> meter, Progress progress) {
            this.meter = meter;
            this.progress = progress;
        }

        /** Ends a measurement. Callable from any thread. */
        void interrupt() {
            Thread waiting = measuring;
            if (waiting != null) {
                waiting.interrupt();
            }
        }

        /** Measures before anything is started. */
        void before() throws InterruptedException {
            before = measured(HostPulse.BEFORE);
        }

        /** Adds the pulse before the run to the facts of its manifest. {@link #after} then adds the pulse after the run. */
        void record(BiConsumer<String, String> manifest) {
            before.forEach(manifest);
            facts = Optional.of(manifest);
        }

        /** Measures after everything has ended. An interruption does not change the run's outcome. */
        void after() {
            facts.ifPresent(manifest -> {
                try {
                    measured(HostPulse.AFTER).forEach(manifest);
                } catch (InterruptedException interrupted) {
                    progress.stage("pulse of the host: interrupted");
                }
            });
        }

        private Map<String, String> measured(String prefix) throws InterruptedException {
            if (meter == null) {
                return Map.of();
            }
            progress.stage("measuring the pulse of the host");
            measuring = Thread.currentThread();
            try {
                return meter.get().facts(prefix);
            } catch (ProblemException refusal) {
                if (refusal.status() == ExitStatus.INTERRUPTED) {
                    throw new InterruptedException("interrupted by the user");
                }
                progress.stage("no pulse of the host: " + refusal.getMessage());
                return Map.of();
            } finally {
                measuring = null;
                Thread.interrupted(); // clears an interruption that came too late
            }
        }
    }
}
