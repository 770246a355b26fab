package org.ticktoquote.harness.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.sockets.HostCounters.HostCount;
import org.ticktoquote.host.sockets.UdpDrops.UdpFeed;

/**
 * Measured part of a run: the replay, and the wait for its last answers.
 *
 * <p>If the user or the exit of a process aborts the measurement, it ends within 10 s. The replay ends first, so that
 * no tick is sent without listeners, and then the wait. If that is not possible, the manifest gets no deadline, and
 * ticks without an answer are excluded. Used by one thread.
 */
final class Measurement {
    private static final long START_LEAD_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int START_TRIES = 5;
    private static final long REPLAY_SLACK_NS = TimeUnit.SECONDS.toNanos(60);
    /** In a duet, the other run can take one minute to fall silent and two minutes to count its first snapshots. */
    private static final long START_LIMIT_NS = 3 * REPLAY_SLACK_NS;

    private static final long BROKEN_OFF_NS = TimeUnit.SECONDS.toNanos(10);
    /** Part of it that remains for the wait if the replay ends late. */
    private static final long SHORTEST_WAIT_NS = DrainPhase.Drain.MIN_NS + DrainPhase.Drain.LATE_NS;

    private final RunPlan plan;
    private final StartupPhase.SubscribedRun run;
    private final DrainPhase answers;
    private final Supervisor supervisor;
    private final ReplayerLink link;
    private final ThreadPlacement threads;
    private final Progress progress;
    private final NanoClock clock = System::nanoTime;
    private boolean replaying;

    /** After an abort, ignores the exit of every child except the clients. */
    private final Supervisor.Listener whileBrokenOff = new Supervisor.Listener() {
        @Override
        public void onLine(Child child, StatusLine line) throws ChildFailure {
            run.events().onLine(child, line);
        }

        @Override
        public void onEnd(Child child, ChildFailure failure) throws ChildFailure {
            if (child == run.clients()) {
                throw failure;
            }
        }
    };

    /** @param run a run that is warmed up */
    Measurement(
            RunPlan plan,
            StartupPhase.SubscribedRun run,
            DrainPhase answers,
            Supervisor supervisor,
            ReplayerLink link,
            ThreadPlacement threads,
            Progress progress) {
        this.plan = plan;
        this.run = run;
        this.answers = answers;
        this.supervisor = supervisor;
        this.link = link;
        this.threads = threads;
        this.progress = progress;
    }

    /** Measures until the end of the drain. On a failure or interruption, ends the replay, drains briefly and rethrows. */
    void execute() throws ChildFailure, InterruptedException {
        try {
            replay();
            progress.stage("waiting for the last answers");
            answers.await(run.events());
        } catch (ChildFailure | InterruptedException early) {
            if (replaying) {
                breakOff();
            } else {
                run.draft().started(0); // no replay began at the planned time
            }
            throw early;
        }
    }

    private void replay() throws ChildFailure, InterruptedException {
        threads.measuring();
        System.gc(); // only this process: the others must not collect while they are measured
        Optional<UdpFeed> feed = RunProcesses.udpFeed(plan, run.input(), supervisor);
        Map<RunHost, HostCount> before = new HashMap<>();
        run.hosts().all().forEach(host -> before.put(host, count(host, feed)));
        run.draft().readClocks();
        run.events().measuring();
        start();
        replaying = true;
        long windowNs =
                (long) ((run.input().window().toNs() - run.input().window().fromNs())
                        / plan.input().speed());
        replayed(supervisor.await(
                run.replayer(), link.doneStatus(), link.lastingNs(windowNs) + REPLAY_SLACK_NS, run.events()));
        recordDisturbances(before, feed);
        threads.measured();
    }

    /**
     * Starts the replay. If a busy host misses the start time, sends a later one with twice the lead, up to 5 tries in all.
     */
    private void start() throws ChildFailure, InterruptedException {
        long limitNs = START_LIMIT_NS + link.firstSnapshotsLimitNs(plan);
        long leadNs = START_LEAD_NS;
        for (int tries = 1; ; tries++) {
            long t0Ns = run.hosts().onRunClock(clock.nanoTime() + leadNs);
            run.draft().started(t0Ns);
            run.draft().write(RunManifest.PLANNED);
            link.send(run.replayer(), ControlCommand.of(ReplayerProtocol.START, new ReplayerProtocol.Start(t0Ns)));
            ReplayerProtocol.Started started = supervisor
                    .await(run.replayer(), ReplayerProtocol.STARTED, limitNs, run.events())
                    .detailAs(ReplayerProtocol.Started.class);
            run.draft().started(started.t0Ns()); // in a duet, the time of the run that sent its command last
            long lateNs = started.lateNs();
            if (lateNs == 0) {
                return;
            }
            if (tries == START_TRIES) {
                throw new ChildFailure(
                        run.replayer(),
                        "the replayer missed its start time " + START_TRIES + " times, the last time by "
                                + DurationText.format(lateNs) + ", because the host is too busy");
            }
            leadNs *= 2;
        }
    }

    private void replayed(StatusLine done) {
        ReplayerProtocol.Replayed end = done.detailAs(ReplayerProtocol.Replayed.class);
        answers.begin(end.endNs());
        run.draft().replayed(end);
    }

    private void breakOff() {
        progress.stage("ending the replay and waiting up to 10 s for the last answers");
        long fromNs = clock.nanoTime();
        try {
            if (!answers.begun()) {
                endReplay();
            }
            if (answers.begun() && run.clients().alive()) {
                answers.awaitBriefly(whileBrokenOff, fromNs + BROKEN_OFF_NS - clock.nanoTime());
            }
        } catch (ChildFailure | InterruptedException again) {
            progress.stage("no longer waiting for the last answers: " + again.getMessage());
        }
    }

    /** Ends the replay, and waits up to 7 s. If the application stops reading, the blocked replayer never reports the end. */
    private void endReplay() throws ChildFailure, InterruptedException {
        link.send(run.replayer(), ControlCommand.of(ReplayerProtocol.REPLAY_END));
        if (!run.replayer().alive()) {
            answers.begin(run.hosts().onRunClock(clock.nanoTime()));
            return;
        }
        Optional<StatusLine> done = supervisor.awaitPerhaps(
                run.replayer(), link.doneStatus(), BROKEN_OFF_NS - SHORTEST_WAIT_NS, whileBrokenOff);
        done.ifPresent(this::replayed);
    }

    private HostCount count(RunHost host, Optional<UdpFeed> feed) {
        return host.operations().count(host == run.hosts().application() ? feed : Optional.empty());
    }

    /**
     * Records the steal of the worst host and the UDP drops of the application's sockets, which must still be open, under the
     * names of their validity rules.
     */
    private void recordDisturbances(Map<RunHost, HostCount> before, Optional<UdpFeed> feed) {
        double steal = 0;
        for (Map.Entry<RunHost, HostCount> host : before.entrySet()) {
            HostCount after = count(host.getKey(), feed);
            steal = Math.max(steal, host.getValue().steal().percentUntil(after.steal()));
            if (host.getKey() == run.hosts().application()) {
                run.draft().disturbance("udp-drops", (double)
                        host.getValue().udpDrops().until(after.udpDrops()));
            }
        }
        run.draft().disturbance("steal", steal);
    }
}
