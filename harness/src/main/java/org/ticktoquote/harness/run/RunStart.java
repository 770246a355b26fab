package org.ticktoquote.harness.run;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/** Starts the processes of a run one after another, until every session is subscribed. */
final class RunStart {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Limit for an attached application, whose port is open already. */
    private static final long ATTACH_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    /** Until the recording is open, only the replayer runs. */
    private static final Supervisor.Listener UNTIL_OPEN = new Supervisor.Listener() {
        @Override
        public void onLine(Child child, StatusLine line) {
            // not relevant yet
        }

        @Override
        public void onEnd(Child child, ChildFailure failure) throws ChildFailure {
            throw failure;
        }
    };

    private final RunPlan plan;
    private final RunHosts hosts;
    private final Supervisor supervisor;
    private final Progress progress;
    private final ReplayerLink link;
    private final Commands commands;

    RunStart(RunPlan plan, RunHosts hosts, Supervisor supervisor, Progress progress, ReplayerLink link) {
        this.plan = plan;
        this.hosts = hosts;
        this.supervisor = supervisor;
        this.progress = progress;
        this.link = link;
        this.commands = new Commands(plan, hosts);
    }

    /**
     * Starts all processes.
     *
     * @param begun receives the draft of the manifest once there is one
     */
    Started run(Consumer<ManifestDraft> begun) throws ChildFailure, InterruptedException {
        boolean feedOfApplication = plan.input().feedBinding() != FeedBinding.REPLAYER;
        if (feedOfApplication) {
            requireAttached();
        }
        progress.stage("starting the replayer");
        Child replayer = link.start(supervisor, hosts, commands);
        ReplayerReady ready = supervisor
                .await(replayer, link.readyStatus(), plan.timing().readyLimitNs(), UNTIL_OPEN)
                .detailAs(ReplayerReady.class);
        if (!feedOfApplication) {
            requireAttached(); // it might wait for the feed
        }
        List<Instrument> pairs =
                Subscriptions.of(plan.sessions().pairs(), ready.recording().instruments());
        ManifestDraft draft = new ManifestDraft(plan, hosts, ready, supervisor, System::nanoTime);
        begun.accept(draft);
        RunEvents events = new RunEvents(plan, supervisor, progress, draft);
        ClockCheck clocks = new ClockCheck(supervisor, events, plan.timing().readyLimitNs());
        link.facts().forEach(draft::fact);
        if (link.starts()) {
            clocks.check(replayer, hosts.replayer());
        }
        link.awaitStart();
        StartupPhase.StartupContext so = new StartupPhase.StartupContext(ready, pairs, draft, events, clocks);
        StartupPhase.Connected met = new StartupPhase(plan, hosts, supervisor, progress, link, so).run();
        draft.fact(CaptureFacts.FIX, met.at().toString());
        if (link.starts() && Commands.ofVenues(ready.output().feed())) {
            awaitFeed(replayer, events, ready.output().feed());
        }
        return new Started(hosts, replayer, met.clients(), met.at(), ready, draft, events);
    }

    private void requireAttached() throws InterruptedException {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached
                && hosts.description().isEmpty()) {
            attached.requireListener(ATTACH_LIMIT_NS);
        }
    }

    /** Waits for the application's subscriptions at its venues, without which no tick would be due. */
    private void awaitFeed(Child replayer, RunEvents events, String feed) throws ChildFailure, InterruptedException {
        long limitNs = plan.timing().startLimitNs();
        long fromNs = System.nanoTime();
        while (!events.feedSubscribed() && System.nanoTime() - fromNs < limitNs) {
            supervisor.listen(POLL_NS, events);
        }
        if (!events.feedSubscribed()) {
            String why = events.feedFailure().isEmpty() ? "the venue rejected no request" : events.feedFailure();
            throw new ChildFailure(
                    events.applicationOr(replayer),
                    "the application did not subscribe (35=V) at " + feed + " within " + DurationText.format(limitNs)
                            + ": " + why,
                    ExitStatus.FAILED);
        }
    }

    /**
     * A run whose sessions are all subscribed.
     *
     * @param hosts of its processes
     * @param replayer process of the replayer
     * @param clients process of the clients
     * @param fix address at which the application or its clients listen
     * @param input the replayer's report about the recording
     * @param draft manifest so far
     * @param events of its processes
     */
    record Started(
            RunHosts hosts,
            Child replayer,
            Child clients,
            Endpoint fix,
            ReplayerReady input,
            ManifestDraft draft,
            RunEvents events) {}
}
