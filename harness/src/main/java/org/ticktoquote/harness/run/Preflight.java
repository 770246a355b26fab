package org.ticktoquote.harness.run;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.host.jvm.JvmProbe;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.process.JavaCommand;
import org.ticktoquote.host.process.Tcpdump;
import org.ticktoquote.host.source.LiveHost;

/**
 * Checks a plan before a directory is created or a process started. Each option is checked by the code that uses it.
 *
 * <p>Some faults are found only by the run itself: damaged ticks, a full disk, and interference by other processes.
 */
public final class Preflight {
    /** Placeholder for ports that are not chosen yet. */
    private static final int SOME_PORT = 1;
    /** Time to start, log on, end and analyse, on a small machine. */
    private static final long STARTS_AND_ENDS_NS = TimeUnit.SECONDS.toNanos(18);

    /** Size of a tick in its journal, both result files and the truth file. */
    private static final long TICK_BYTES = 500;
    /** Size of a snapshot in its journal, and of its cells in both result files. */
    private static final long SESSION_BYTES = 125;
    /** Size of a quote in the truth file, with preallocated space. */
    private static final long TRUTH_BYTES = 125;
    /** Size of logs, journals of the warm-up and preallocated space. */
    private static final long MIN_BYTES = 128L << 20;

    private static final int MB = 20;

    private final RunPlan plan;
    private final Commands commands;

    public Preflight(RunPlan plan) {
        this.plan = plan;
        this.commands = new Commands(plan, RunHosts.onLocalHost(plan));
    }

    /** Refuses an unavailable recording, window, feed, pairs or sessions. The recording must exist. */
    public ReplayerProtocol.Checked input() {
        ReplayerProtocol.Checked input = replayer(commands.replayPlan(null, null));
        prices(input);
        placeholders(input.feedVenues().stream().map(PlannedVenue::name).toList());
        VenueCheck venues = new VenueCheck(input.feedVenues(), plan.declared());
        venues.requireIds();
        if (!ordersOfItsOwn()) {
            venues.requireOrder();
        }
        feedPort(input);
        List<Instrument> pairs = Subscriptions.of(plan.sessions().pairs(), input.instruments());
        Endpoint some = new Endpoint(Commands.LOOPBACK, SOME_PORT);
        ProcessOptions.check(
                commands.clientsPlan(input.ticks(), pairs, Optional.of(some)),
                plan.hosts().clients().local());
        return input.with(venues.warnings(pairs));
    }

    /**
     * Checks the replayer's plan. Problems show the feed as the user wrote it, because host and port can have been replaced.
     */
    private ReplayerProtocol.Checked replayer(ReplayPlan handed) {
        try {
            return ProcessOptions.check(handed, plan.hosts().replayer().local());
        } catch (ProblemException refusal) {
            throw refusal.with(
                    problem -> problem.value().filter(handed.feed()::equals).isPresent()
                            ? problem.value(plan.input().feed())
                            : problem);
        }
    }

    /** Returns the estimated maximum duration of the run. The warm-up can end earlier. */
    public long estimatedNs(ReplayerProtocol.Checked input, int turns) {
        long windowNs = (long) ((input.toNs() - input.fromNs()) / plan.input().speed());
        return STARTS_AND_ENDS_NS
                + turns * (plan.timing().warmUp().realSpeedNs() + windowNs)
                + plan.timing().drainNs().orElse(DrainPhase.Drain.MIN_NS)
                + DrainPhase.Drain.LATE_NS;
    }

    /**
     * Refuses a run whose files do not fit on the disk of this host, which stores the files of all hosts in the end.
     */
    public void room(ReplayerProtocol.Checked input) {
        Path there = existing(plan.directory().path().toAbsolutePath());
        long usableBytes = FileAccess.run(
                there,
                "the free space of its disk cannot be read",
                ExitStatus.ENVIRONMENT,
                () -> Files.getFileStore(there).getUsableSpace());
        requireRoom(usableBytes, input, ThreadOwner.ALL, plan.directory().path().toString());
    }

    /**
     * Refuses a disk with too little space for the files of these processes.
     *
     * @param where place named in the message
     */
    public void requireRoom(long usableBytes, ReplayerProtocol.Checked input, Set<ThreadOwner> parties, String where) {
        long needed = MIN_BYTES;
        needed += parties.contains(ThreadOwner.REPLAYER) ? input.ticks() * TICK_BYTES : 0;
        long answers = input.ticks() * plan.sessions().count();
        needed += parties.contains(ThreadOwner.CLIENTS) ? answers * SESSION_BYTES : 0;
        long captures = captureBytes(parties);
        needed += captures;
        needed += parties.contains(ThreadOwner.APPLICATION) && truth() ? answers * TRUTH_BYTES : 0;
        if (usableBytes < needed) {
            throw Problem.of(where)
                    .fault(String.format(
                            Locale.ROOT,
                            "its disk has %,d MB free, but a run of %,d ticks for %d sessions needs %,d MB%s",
                            usableBytes >> MB,
                            input.ticks(),
                            plan.sessions().count(),
                            needed >> MB,
                            captures == 0
                                    ? ""
                                    : String.format(
                                            Locale.ROOT,
                                            ", %,d MB of it for captures at most (--capture-limit)",
                                            captures >> MB)))
                    .exception(ExitStatus.ENVIRONMENT);
        }
    }

    /** Bytes of all captures, which end up on the host of the harness. */
    private long captureBytes(Set<ThreadOwner> parties) {
        return parties.equals(ThreadOwner.ALL)
                ? plan.capture().limitBytes()
                        * plan.hosts().hosts().stream()
                                .mapToLong(host -> host.captures().size())
                                .sum()
                : 0;
    }

    private boolean truth() {
        return plan.application() instanceof ApplicationUnderTest.BuiltIn builtIn && builtIn.truth();
    }

    /**
     * Refuses an application that cannot be started, ended or reached. Needs no recording. An application on another host is
     * checked when that host is connected.
     */
    public void application() {
        captures();
        if (!plan.hosts().application().local()) {
            return;
        }
        plan.threads().problem(new LiveHost(), parties()).ifPresent(reason -> {
            throw plan.threads().refusal(reason);
        });
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            if (plan.sessions().accepting()) {
                throw Problem.of("--attach")
                        .fault("the session template has 'accept', so the application has no port to attach to")
                        .expected("--app with {acceptHost} and {acceptPort}")
                        .exception();
            }
            if (new InetSocketAddress(attached.fix().host(), attached.fix().port()).isUnresolved()) {
                throw Problem.of("--attach")
                        .value(attached.fix().host())
                        .fault("is an unknown host")
                        .exception();
            }
            if (plan.threads().managed()) {
                RunProcesses.listeners(plan, attached);
            }
        } else if (plan.application() instanceof ApplicationUnderTest.Own own) {
            CommandText.requireProgram("--app", commands.ownProgram(own, Commands.LOOPBACK));
            if (!own.jvmFlags().isEmpty()) {
                JvmProbe.problem(own.java(), own.jvmFlags()).ifPresent(Preflight::refuseFlags);
            }
            if (own.fixPort() != 0 && !plan.sessions().accepting()) {
                UnclaimedPort.requireTcp(Problem.of("--fix-port"), own.fixPort());
            }
        } else if (plan.application() instanceof ApplicationUnderTest.BuiltIn builtIn) {
            JvmProbe.heapProblem(builtIn.jvmFlags()).ifPresent(Preflight::refuseFlags);
            if (!builtIn.jvmFlags().isEmpty() || !builtIn.java().equals(JavaCommand.ownJava())) {
                new JavaCommand(builtIn.java(), builtIn.jvmFlags())
                        .require(builtIn.jvmFlags().isEmpty() ? "--jvm" : "--jvm-args");
            }
            commands.requireLog(builtIn);
            ProcessOptions.check(commands.builtInArguments(
                    builtIn,
                    Commands.SOME_FEED,
                    new Endpoint(Commands.LOOPBACK, plan.sessions().accepting() ? SOME_PORT : 0)));
        }
    }

    private Set<ThreadOwner> parties() {
        return plan.hosts().threadOwners(plan.hosts().application());
    }

    /** Refuses captures that this host does not permit. */
    private void captures() {
        Tcpdump.requireAll(
                plan.hosts().hosts().stream()
                        .filter(InventoryHost::local)
                        .flatMap(host -> host.captures().stream())
                        .toList(),
                plan.capture().filter());
    }

    private static void refuseFlags(String objection) {
        throw Problem.of("--jvm-args").fault(objection).exception();
    }

    /** Returns the path itself, or its nearest existing parent. */
    private static Path existing(Path path) {
        Path parent = path.getParent();
        return parent == null || Files.exists(path) ? path : existing(parent);
    }

    private void placeholders(List<String> venues) {
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            commands.placeholders(own).requireVenues(venues);
        }
    }

    /**
     * Returns whether the application is the built-in one, matched by id. It needs no declared order of venues, because
     * its model is omitted if venues share a pair.
     */
    private boolean ordersOfItsOwn() {
        return plan.application() instanceof ApplicationUnderTest.BuiltIn
                && plan.declared().matching().identified();
    }

    /** Refuses ticks without prices if matching or a model needs prices. */
    private void prices(ReplayerProtocol.Checked input) {
        boolean needed = !plan.declared().matching().identified()
                || plan.declared().model().known();
        if (needed && !input.priced()) {
            throw Problem.of("--recording")
                    .value(plan.input().recording())
                    .fault("has ticks without prices, as it was imported without a decoder")
                    .expected("--match id without a declared model, or a recording imported with a decoder")
                    .exception();
        }
    }

    /** Requires a free port for a UDP feed, which an application started by the run binds itself. */
    private void feedPort(ReplayerProtocol.Checked input) {
        boolean startedByUs = !(plan.application() instanceof ApplicationUnderTest.Attached)
                && plan.hosts().application().local();
        URI feed = URI.create(plan.input().feed());
        if (startedByUs && input.feedBinding() == FeedBinding.APPLICATION_UDP && feed.getPort() > 0) {
            UnclaimedPort.requireUdp(
                    Problem.of("--feed").value(plan.input().feed()),
                    new InetSocketAddress(feed.getHost(), feed.getPort()));
        }
    }

    /**
     * Refuses an application that its remote host cannot execute, and flags that its JVM rejects. The host must be
     * connected.
     */
    static void requireElsewhere(RunPlan plan, RunHosts hosts) {
        hosts.captures().forEach((role, captured) -> requireCapture(plan, role, captured));
        RunHost host = hosts.application();
        if (!host.isRemote()) {
            return;
        }
        if (plan.application() instanceof ApplicationUnderTest.Own own) {
            host.operations().requireExecutable(new Commands(plan, hosts).ownProgram(own, host.address()));
            requireFlags(host, own.java(), own.jvmFlags());
        } else if (plan.application() instanceof ApplicationUnderTest.BuiltIn builtIn) {
            requireFlags(host, builtIn.java(), builtIn.jvmFlags());
            new Commands(plan, hosts).requireLog(builtIn);
        }
    }

    private static void requireCapture(RunPlan plan, String role, RunHosts.Captured captured) {
        if (captured.host().isRemote()) {
            List<String> ignored = ProblemException.under(
                    "host " + captured.host().name(),
                    () -> captured.host()
                            .operations()
                            .captureCommand(
                                    captured.networkInterface(),
                                    RunDirectory.captureFile(role),
                                    plan.capture().limitBytes(),
                                    List.of(plan.capture().filter().orElse(""))));
        }
    }

    private static void requireFlags(RunHost host, Path java, List<String> flags) {
        host.operations().flagsProblem(host.operations().java(java), flags).ifPresent(objection -> {
            throw Problem.of("--jvm-args")
                    .fault("host " + host.name() + ": " + objection)
                    .exception();
        });
    }
}
