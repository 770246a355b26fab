package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ApplicationProtocol;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;

/**
 * Starts the application and its clients until every session is subscribed. The side that listens starts first. Used by one
 * thread.
 */
final class StartupPhase {
    /** Limit for an attached application, whose port is open already. */
    private static final long ATTACH_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    private final RunPlan plan;
    private final RunHosts hosts;
    private final Supervisor supervisor;
    private final Progress progress;
    private final ReplayerLink link;
    private final Commands commands;
    private final StartupContext context;

    /**
     * State of the run so far.
     *
     * @param input the replayer's report about the recording
     * @param pairs subscribed pairs
     */
    record StartupContext(
            ReplayerReady input, List<Instrument> pairs, ManifestDraft draft, RunEvents events, ClockCheck clocks) {}

    StartupPhase(
            RunPlan plan,
            RunHosts hosts,
            Supervisor supervisor,
            Progress progress,
            ReplayerLink link,
            StartupContext begun) {
        this.plan = plan;
        this.hosts = hosts;
        this.supervisor = supervisor;
        this.progress = progress;
        this.link = link;
        this.commands = new Commands(plan, hosts);
        this.context = begun;
    }

    /**
     * Result: all sessions are subscribed.
     *
     * @param clients process of the clients
     * @param at address at which one side listens
     */
    record Connected(Child clients, Endpoint at) {}

    /** Starts both sides; returns when all sessions are subscribed. */
    Connected run() throws ChildFailure, InterruptedException {
        return plan.sessions().accepting() ? clientsFirst() : applicationFirst();
    }

    private Connected applicationFirst() throws ChildFailure, InterruptedException {
        Endpoint fix = startApplication();
        progress.stage("logging on " + plan.sessions().description() + " at " + fix);
        Clients clients = startClients(Optional.of(fix));
        link.started();
        clients.process.send(ControlCommand.of(ClientsProtocol.CONNECT));
        awaitLogon(clients.process, fix);
        return new Connected(clients.process, fix);
    }

    private Connected clientsFirst() throws ChildFailure, InterruptedException {
        progress.stage("starting the clients");
        Clients clients = startClients(Optional.empty());
        Endpoint at = commands.acceptEndpoint(clients.bound.orElseThrow());
        clients.process.send(ControlCommand.of(ClientsProtocol.CONNECT));
        progress.stage("starting the application, which must connect to " + at);
        start(at);
        link.started();
        awaitLogon(clients.process, at);
        return new Connected(clients.process, at);
    }

    /** Starts the application and returns its address. */
    private Endpoint startApplication() throws ChildFailure, InterruptedException {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            return attached.fix();
        }
        progress.stage("starting the application");
        return start(
                plan.application() instanceof ApplicationUnderTest.Own own
                        ? commands.ownEndpoint(own)
                        : commands.builtInEndpoint(0));
    }

    /**
     * Starts an application that the run starts.
     *
     * @param at address at which it or its clients listen
     * @return the address with the actual port
     */
    private Endpoint start(Endpoint at) throws ChildFailure, InterruptedException {
        ReplayerReady.Output output = context.input.output();
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            List<String> command = commands.own(own, output.feed(), output.feedVenues(), at);
            Child ignored = supervisor.startUserProcess(Role.APPLICATION, link.application(hosts), command);
            return at;
        }
        ApplicationUnderTest.BuiltIn builtIn = (ApplicationUnderTest.BuiltIn) plan.application();
        List<Instrument> known = context.input.recording().instruments();
        List<String> command = commands.builtIn(builtIn, output, at, known);
        Child child = supervisor.start(Role.APPLICATION, link.application(hosts), command);
        ApplicationProtocol.Ready ready = supervisor
                .await(child, ProcessProtocol.READY, plan.timing().readyLimitNs(), context.events)
                .detailAs(ApplicationProtocol.Ready.class);
        context.clocks.check(child, hosts.application());
        context.draft.fact("clockCheck", context.clocks.summary());
        return commands.builtInEndpoint(ready.fixPort());
    }

    /**
     * Clients that are ready to connect or to accept.
     *
     * @param bound address at which they listen; empty if they connect
     */
    private record Clients(Child process, Optional<Endpoint> bound) {}

    private Clients startClients(Optional<Endpoint> fix) throws ChildFailure, InterruptedException {
        Child clients = supervisor.start(
                Role.CLIENTS,
                hosts.clients(),
                commands.clients(),
                commands.clientsPlan(mostTicks(), context.pairs, fix));
        ClientsProtocol.Planned planned = supervisor
                .await(clients, ProcessProtocol.READY, plan.timing().readyLimitNs(), context.events)
                .detailAs(ClientsProtocol.Planned.class);
        context.clocks.check(clients, hosts.clients());
        context.draft.fact("clockCheck", context.clocks.summary());
        context.draft.sessions(planned.plan());
        context.draft.write(RunManifest.PLANNED);
        return new Clients(clients, Optional.ofNullable(planned.accept()).map(Endpoint::parse));
    }

    /** Maximum number of ticks, measured or of the warm-up. */
    private long mostTicks() {
        double warmUpS = plan.timing().warmUp().maximumNs() / 1e9;
        return context.input.window().ticks()
                + (long) (warmUpS * context.input.peaks().peakPerSecond())
                + 1_000;
    }

    /**
     * Waits for all sessions. A started application that accepts no logon is FAILED; a missing listener at an attached port
     * is a fault of the environment.
     */
    private void awaitLogon(Child clients, Endpoint at) throws ChildFailure, InterruptedException {
        boolean attached = plan.application() instanceof ApplicationUnderTest.Attached;
        RunEvents events = context.events;
        long startLimitNs = plan.timing().startLimitNs();
        long limitNs = attached ? Math.min(ATTACH_LIMIT_NS, startLimitNs) : startLimitNs;
        boolean subscribed = subscribed(clients, limitNs);
        if (!subscribed && attached && !events.noneConnected()) {
            subscribed = subscribed(clients, startLimitNs - limitNs);
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
    }

    /** Waits for the subscriptions, which can be complete already if the application connects. */
    private boolean subscribed(Child clients, long limitNs) throws ChildFailure, InterruptedException {
        return context.events.subscribed()
                || supervisor
                        .awaitPerhaps(clients, ClientsProtocol.SUBSCRIBED, limitNs, context.events)
                        .isPresent();
    }
}
