package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ApplicationLines;
import org.ticktoquote.core.control.ClientsLines;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ProcessLines;
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
final class Meeting {
    private static final long READY_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    /** Limit for an attached application, whose port is open already. */
    private static final long ATTACH_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);

    private final RunPlan plan;
    private final RunHosts hosts;
    private final Supervisor supervisor;
    private final Progress progress;
    private final ReplayerLink link;
    private final Commands commands;
    private final Begun begun;

    /**
     * State of the run so far.
     *
     * @param input the replayer's report about the recording
     * @param pairs subscribed pairs
     */
    record Begun(
            ReplayerReady input, List<Instrument> pairs, ManifestDraft draft, RunEvents events, ClockCheck clocks) {}

    Meeting(RunPlan plan, RunHosts hosts, Supervisor supervisor, Progress progress, ReplayerLink link, Begun begun) {
        this.plan = plan;
        this.hosts = hosts;
        this.supervisor = supervisor;
        this.progress = progress;
        this.link = link;
        this.commands = new Commands(plan, hosts);
        this.begun = begun;
    }

    /**
     * Result: all sessions are subscribed.
     *
     * @param clients process of the clients
     * @param at address at which one side listens
     */
    record Met(Child clients, Endpoint at) {}

    /** Starts both sides; returns when all sessions are subscribed. */
    Met bringAbout() throws ChildFailure, InterruptedException {
        return plan.sessions().accepting() ? clientsFirst() : applicationFirst();
    }

    private Met applicationFirst() throws ChildFailure, InterruptedException {
        Endpoint fix = startApplication();
        progress.stage("logging on " + plan.sessions().words() + " at " + fix);
        Clients clients = startClients(Optional.of(fix));
        link.started();
        clients.process.tell(Command.of(ClientsLines.CONNECT));
        awaitLogon(clients.process, fix);
        return new Met(clients.process, fix);
    }

    private Met clientsFirst() throws ChildFailure, InterruptedException {
        progress.stage("starting the clients");
        Clients clients = startClients(Optional.empty());
        Endpoint at = commands.acceptEndpoint(clients.bound.orElseThrow());
        clients.process.tell(Command.of(ClientsLines.CONNECT));
        progress.stage("starting the application, which is to connect to " + at);
        start(at);
        link.started();
        awaitLogon(clients.process, at);
        return new Met(clients.process, at);
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
        ReplayerReady.Output output = begun.input.output();
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            List<String> command = commands.own(own, output.feed(), output.feedVenues(), at);
            Child ignored = supervisor.startForeign(Role.APPLICATION, link.application(hosts), command);
            return at;
        }
        ApplicationUnderTest.BuiltIn builtIn = (ApplicationUnderTest.BuiltIn) plan.application();
        List<Instrument> known = begun.input.recording().instruments();
        List<String> command = commands.builtIn(builtIn, output, at, known);
        Child child = supervisor.start(Role.APPLICATION, link.application(hosts), command);
        ApplicationLines.Ready ready = supervisor
                .await(child, ProcessLines.READY, READY_LIMIT_NS, begun.events)
                .detailAs(ApplicationLines.Ready.class);
        begun.clocks.check(child, hosts.application());
        begun.draft.fact("clockCheck", begun.clocks.summary());
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
                Role.CLIENTS, hosts.clients(), commands.clients(), commands.clientsPlan(mostTicks(), begun.pairs, fix));
        ClientsLines.Planned planned = supervisor
                .await(clients, ProcessLines.READY, READY_LIMIT_NS, begun.events)
                .detailAs(ClientsLines.Planned.class);
        begun.clocks.check(clients, hosts.clients());
        begun.draft.fact("clockCheck", begun.clocks.summary());
        begun.draft.sessions(planned.plan());
        begun.draft.write(RunManifest.PLANNED);
        return new Clients(clients, Optional.ofNullable(planned.accept()).map(Endpoint::parse));
    }

    /** Maximum number of ticks, measured or of the warm-up. */
    private long mostTicks() {
        double warmUpS = plan.timing().warmUp().maximumNs() / 1e9;
        return begun.input.window().ticks()
                + (long) (warmUpS * begun.input.peaks().peakPerSecond())
                + 1_000;
    }

    /**
     * Waits for all sessions. A started application that accepts no logon is FAILED; a missing listener at an attached port
     * is a fault of the environment.
     */
    private void awaitLogon(Child clients, Endpoint at) throws ChildFailure, InterruptedException {
        boolean attached = plan.application() instanceof ApplicationUnderTest.Attached;
        RunEvents events = begun.events;
        long startLimitNs = plan.timing().startLimitNs();
        long limitNs = attached ? Math.min(ATTACH_LIMIT_NS, startLimitNs) : startLimitNs;
        boolean subscribed = subscribed(clients, limitNs);
        if (!subscribed && attached && !events.nobodyThere()) {
            subscribed = subscribed(clients, startLimitNs - limitNs);
            limitNs = startLimitNs;
        }
        if (!subscribed) {
            String message = "not all of " + plan.sessions().words() + " were logged on at " + at + " within "
                    + DurationText.format(limitNs) + ": " + events.logonTrouble()
                    + (plan.sessions().accepting() ? "" : plan.application().hint(at.host()));
            throw new ChildFailure(
                    events.applicationOr(clients),
                    message,
                    attached && events.nobodyThere() ? ExitStatus.ENVIRONMENT : ExitStatus.FAILED);
        }
        events.loggedOn();
    }

    /** Waits for the subscriptions, which can be complete already if the application connects. */
    private boolean subscribed(Child clients, long limitNs) throws ChildFailure, InterruptedException {
        return begun.events.subscribed()
                || supervisor
                        .awaitPerhaps(clients, ClientsLines.SUBSCRIBED, limitNs, begun.events)
                        .isPresent();
    }
}
