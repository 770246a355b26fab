package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/**
 * Starts the processes of a run one after another, until every session is subscribed. The listening side, application or
 * clients, starts before the connecting side. Used by one thread.
 */
final class StartupPhase {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Limit for an attached application, whose port is open already. */
    private static final long ATTACH_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    /** Listener until the recording is open, while only the replayer runs. */
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

    StartupPhase(RunPlan plan, RunHosts hosts, Supervisor supervisor, Progress progress, ReplayerLink link) {
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
     * @param begun receives the draft of the manifest once it exists
     */
    SubscribedRun run(Consumer<ManifestDraft> begun) throws ChildFailure, InterruptedException {
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
            requireAttached(); // the application might wait for the feed before it listens
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
        OpenRecording replay = new OpenRecording(replayer, ready, pairs, draft, events, clocks);
        SubscribedRun started = plan.sessions().accepting() ? clientsFirst(replay) : applicationFirst(replay);
        draft.fact(CaptureFacts.FIX, started.fix().toString());
        if (link.starts() && Commands.ofVenues(ready.output().feed())) {
            awaitFeed(replayer, events, ready.output().feed());
        }
        return started;
    }

    private void requireAttached() throws InterruptedException {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached
                && hosts.description().isEmpty()) {
            attached.requireListener(ATTACH_LIMIT_NS);
        }
    }

    /** Waits for the application's subscriptions at its venues. Without them no tick would be due. */
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
     * State of a run whose replayer has opened its recording.
     *
     * @param input the replayer's report about the recording
     * @param pairs subscribed pairs
     */
    private record OpenRecording(
            Child replayer,
            ReplayerReady input,
            List<Instrument> pairs,
            ManifestDraft draft,
            RunEvents events,
            ClockCheck clocks) {}

    private SubscribedRun applicationFirst(OpenRecording replay) throws ChildFailure, InterruptedException {
        Endpoint fix = startApplication(replay);
        progress.stage("logging on " + plan.sessions().description() + " at " + fix);
        Child clients = startClients(replay, Optional.of(fix));
        ClientsProtocol.Planned unused = awaitPlan(replay, clients);
        link.started();
        clients.send(ControlCommand.of(ClientsProtocol.CONNECT));
        return loggedOn(replay, clients, fix);
    }

    private SubscribedRun clientsFirst(OpenRecording replay) throws ChildFailure, InterruptedException {
        progress.stage("starting the clients");
        Child clients = startClients(replay, Optional.empty());
        String bound = Objects.requireNonNull(awaitPlan(replay, clients).accept());
        Endpoint at = commands.acceptEndpoint(Endpoint.parse(bound));
        clients.send(ControlCommand.of(ClientsProtocol.CONNECT));
        progress.stage("starting the application, which must connect to " + at);
        start(replay, at);
        link.started();
        return loggedOn(replay, clients, at);
    }

    /** Starts the application and returns its address. */
    private Endpoint startApplication(OpenRecording replay) throws ChildFailure, InterruptedException {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            return attached.fix();
        }
        progress.stage("starting the application");
        return start(
                replay,
                plan.application() instanceof ApplicationUnderTest.Own own
                        ? commands.ownEndpoint(own)
                        : commands.builtInEndpoint(0));
    }

    /**
     * Starts the application as a process of the run.
     *
     * @param at address at which the application or its clients listen
     * @return the address with the actual port
     */
    private Endpoint start(OpenRecording replay, Endpoint at) throws ChildFailure, InterruptedException {
        ReplayerReady.Output output = replay.input.output();
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            List<String> command = commands.own(own, output.feed(), output.feedVenues(), at);
            Child ignored = supervisor.startUserProcess(Role.APPLICATION, link.application(hosts), command);
            return at;
        }
        ApplicationUnderTest.BuiltIn builtIn = (ApplicationUnderTest.BuiltIn) plan.application();
        List<Instrument> known = replay.input.recording().instruments();
        List<String> command = commands.builtIn(builtIn, output, at, known);
        Child child = supervisor.start(Role.APPLICATION, link.application(hosts), command);
        ProcessProtocol.ApplicationReady ready = supervisor
                .await(child, ProcessProtocol.READY, plan.timing().readyLimitNs(), replay.events)
                .detailAs(ProcessProtocol.ApplicationReady.class);
        replay.clocks.check(child, hosts.application());
        replay.draft.fact("clockCheck", replay.clocks.summary());
        return commands.builtInEndpoint(ready.fixPort());
    }

    private Child startClients(OpenRecording replay, Optional<Endpoint> fix) {
        return supervisor.start(
                Role.CLIENTS,
                hosts.clients(),
                commands.clients(),
                commands.clientsPlan(mostTicks(replay), replay.pairs, fix));
    }

    /** Waits until the clients are ready to connect or to accept, and records their sessions. */
    private ClientsProtocol.Planned awaitPlan(OpenRecording replay, Child clients)
            throws ChildFailure, InterruptedException {
        ClientsProtocol.Planned planned = supervisor
                .await(clients, ProcessProtocol.READY, plan.timing().readyLimitNs(), replay.events)
                .detailAs(ClientsProtocol.Planned.class);
        replay.clocks.check(clients, hosts.clients());
        replay.draft.fact("clockCheck", replay.clocks.summary());
        replay.draft.sessions(planned.plan());
        replay.draft.write(RunManifest.PLANNED);
        return planned;
    }

    /** Maximum number of ticks, including the warm-up. */
    private long mostTicks(OpenRecording replay) {
        double warmUpS = plan.timing().warmUp().maximumNs() / 1e9;
        return replay.input.window().ticks()
                + (long) (warmUpS * replay.input.peaks().peakPerSecond())
                + 1_000;
    }

    /**
     * Waits until all sessions are subscribed. Fails with status FAILED, or ENVIRONMENT if nothing listens at the port of an
     * attached application.
     */
    private SubscribedRun loggedOn(OpenRecording replay, Child clients, Endpoint at)
            throws ChildFailure, InterruptedException {
        boolean attached = plan.application() instanceof ApplicationUnderTest.Attached;
        RunEvents events = replay.events;
        long startLimitNs = plan.timing().startLimitNs();
        long limitNs = attached ? Math.min(ATTACH_LIMIT_NS, startLimitNs) : startLimitNs;
        boolean subscribed = subscribed(events, clients, limitNs);
        if (!subscribed && attached && !events.noneConnected()) {
            subscribed = subscribed(events, clients, startLimitNs - limitNs);
            limitNs = startLimitNs;
        }
        if (!subscribed) {
            String message = "not all of " + plan.sessions().description() + " were logged on at " + at + " within "
                    + DurationText.format(limitNs) + ": " + events.logonFailure()
                    + (plan.sessions().accepting() ? "" : plan.application().hint(at.host()));
            throw new ChildFailure(
                    events.applicationOr(clients),
                    message,
                    attached && events.noneConnected() ? ExitStatus.ENVIRONMENT : ExitStatus.FAILED);
        }
        events.loggedOn();
        return new SubscribedRun(hosts, replay.replayer, clients, at, replay.input, replay.draft, events);
    }

    /** Waits for the subscriptions. They can be complete already if the application connects. */
    private boolean subscribed(RunEvents events, Child clients, long limitNs)
            throws ChildFailure, InterruptedException {
        return events.subscribed()
                || supervisor
                        .awaitPerhaps(clients, ClientsProtocol.SUBSCRIBED, limitNs, events)
                        .isPresent();
    }

    /**
     * A run whose sessions are all subscribed.
     *
     * @param hosts hosts of the processes
     * @param replayer process of the replayer
     * @param clients process of the clients
     * @param fix address at which the application or its clients listen
     * @param input the replayer's report about the recording
     * @param draft draft of the manifest
     * @param events handler of lines and exits of the processes
     */
    record SubscribedRun(
            RunHosts hosts,
            Child replayer,
            Child clients,
            Endpoint fix,
            ReplayerReady input,
            ManifestDraft draft,
            RunEvents events) {}

    /**
     * Checks before measuring that t2q processes read the clock of their host. Each reading of a process must lie between
     * two readings of the harness, or of the agent on another host. Latencies are differences between readings of different
     * processes and require one clock.
     */
    static final class ClockCheck {
        private static final int ROUNDS = 5;

        private final Supervisor supervisor;
        private final Supervisor.Listener listener;
        private final long limitNs;
        private final Map<String, List<String>> passed = new LinkedHashMap<>();

        /** @param limitNs limit for an answer */
        ClockCheck(Supervisor supervisor, Supervisor.Listener listener, long limitNs) {
            this.limitNs = limitNs;
            this.supervisor = supervisor;
            this.listener = listener;
        }

        /**
         * Compares several readings of a child.
         *
         * @throws ChildFailure if its clock is a different one, or if it does not answer
         */
        void check(Child child, RunHost host) throws ChildFailure, InterruptedException {
            String whose = host.isRemote() ? "host " + host.name() : "the harness";
            Optional<ClockIdentity> held = child.clockElsewhere();
            if (held.isPresent() && !held.get().same(host.clock())) {
                throw new ChildFailure(
                        child,
                        Role.describe(child.role()) + " uses a different clock than " + whose + ": " + held.get()
                                + ", expected " + host.clock());
            }
            long tightestNs = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                PeerClockReading reading = read(child, host);
                if (!reading.ordered()) {
                    throw new ChildFailure(child, complaint(Role.describe(child.role()), whose, reading));
                }
                tightestNs = Math.min(tightestNs, reading.widthNs());
            }
            passed.computeIfAbsent(whose, any -> new ArrayList<>())
                    .add(Role.describe(child.role()) + " within " + DurationText.format(tightestNs));
        }

        private PeerClockReading read(Child child, RunHost host) throws ChildFailure, InterruptedException {
            long before = host.exchange().readingNs();
            child.send(ControlCommand.of(ControlChannel.CLOCK));
            StatusLine answer = supervisor.await(child, ControlChannel.CLOCK, limitNs, listener);
            long after = host.exchange().readingNs();
            return new PeerClockReading(
                    before, answer.detailAs(ControlChannel.ClockAnswer.class).nanoTimeNs(), after);
        }

        static String complaint(String role, String whose, PeerClockReading reading) {
            boolean ahead = reading.aheadAtLeastNs() > 0;
            long byNs = ahead ? reading.aheadAtLeastNs() : -reading.aheadAtMostNs();
            return role + " uses a different clock than " + whose + ", at least " + DurationText.format(byNs)
                    + (ahead ? " ahead" : " behind")
                    + ": every latency would be wrong by this. Start both in one time namespace and check the clock"
                    + " source with t2q clocks";
        }

        /** Describes the checks, for the manifest. */
        String summary() {
            return passed.entrySet().stream()
                    .map(each -> "readings between two readings of " + each.getKey() + ": "
                            + String.join(", ", each.getValue()))
                    .collect(Collectors.joining("; "));
        }
    }
}
