package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.ChildPlan;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.ControlJvmCommand;
import org.ticktoquote.harness.run.ApplicationUnderTest.Own;
import org.ticktoquote.host.process.CommandFiles;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.process.JavaCommand;

/** Builds the command lines of a run's processes, as lists of arguments. */
final class Commands {
    /**
     * The young generation holds all allocations of the default run, so that the replayer's JVM does not collect during the
     * measurement.
     */
    private static final List<String> REPLAYER_JVM = List.of("-Xms400m", "-Xmx768m", "-Xmn256m");

    /** The serial collector has no threads of its own. */
    private static final List<String> BOTH_JVMS = List.of("-XX:+UseSerialGC", "-XX:+PerfDisableSharedMem");

    private static final Pattern AT_LOOPBACK = Pattern.compile("([^:/?]+://)127\\.0\\.0\\.1(:.*)");
    private static final Pattern ANY_PORT = Pattern.compile("([^:/?]+://[^?]*):0+(\\?.*|)");

    static final String LOOPBACK = "127.0.0.1";

    /** Placeholder in a command that is only checked. */
    static final String SOME_FEED = "udp://127.0.0.1:1";

    private static final String FIX_VENUE = "fix://";

    private final RunPlan plan;
    private final RunHosts hosts;

    Commands(RunPlan plan, RunHosts hosts) {
        this.plan = plan;
        this.hosts = hosts;
    }

    /** Returns whether a feed consists of FIX venues, to which the application subscribes. */
    static boolean ofVenues(String feed) {
        return feed.startsWith(FIX_VENUE);
    }

    /**
     * Returns the command of the replayer, which reads its plan from standard input.
     *
     * @param flags further JVM flags
     */
    List<String> replayer(List<String> flags) {
        return t2qCommand(hosts.replayer(), Role.REPLAYER, flags, "replay");
    }

    /** Returns the flags with which the replayer's JVM logs to the directory of this run. */
    List<String> replayerLog() {
        return log(hosts.replayer(), Role.REPLAYER);
    }

    /**
     * Returns the replayer's plan, with or without the feed of a second run.
     *
     * @param turnSeed seed of the turns of both feeds; null if they get ticks at once
     */
    ReplayPlan replayPlan(ReplayPlan.@Nullable Second second, @Nullable Long turnSeed) {
        RunHost host = hosts.replayer();
        RunPlan.Input input = plan.input();
        return new ReplayPlan(
                host.recording(input.recording()),
                input.window(),
                input.speed(),
                feed(),
                host.directory(),
                plan.identity(),
                input.venues().map(host::file).orElse(null),
                input.plugins().stream().map(host::file).toList(),
                second,
                turnSeed,
                input.sender());
    }

    /** Returns the part of another run's replayer plan that makes this run the second one. */
    ReplayPlan.Second asSecond() {
        return new ReplayPlan.Second(feed(), hosts.replayer().directory(), plan.identity());
    }

    /**
     * Returns the feed with address and port. Chooses a free port for a UDP feed that the application binds; a replayer that
     * binds reports its port. Between two hosts, replaces the loopback address by the address of the binding host.
     */
    private String feed() {
        FeedBinding binding = plan.input().feedBinding();
        RunHost binder = binding == FeedBinding.REPLAYER ? hosts.replayer() : hosts.application();
        boolean apart = hosts.replayer() != hosts.application();
        Matcher loopback = AT_LOOPBACK.matcher(plan.input().feed());
        boolean replaced = apart && loopback.matches();
        String feed = replaced
                ? loopback.group(1) + binder.address() + loopback.group(2)
                : plan.input().feed();
        Matcher any = ANY_PORT.matcher(feed);
        return binding == FeedBinding.APPLICATION_UDP && any.matches()
                ? any.group(1) + ":"
                        + binder.operations().freeUdpPort(replaced ? binder.address() : LOOPBACK)
                        + any.group(2)
                : feed;
    }

    /** Returns the command of the clients, which read their plan from standard input. */
    List<String> clients() {
        return t2qCommand(hosts.clients(), Role.CLIENTS, List.of(), "clients");
    }

    /**
     * Returns the clients' plan.
     *
     * @param ticks maximum number of ticks, each with a snapshot per session
     * @param pairs subscribed pairs
     * @param fix address to connect to; empty if the application connects
     */
    ClientsPlan clientsPlan(long ticks, List<Instrument> pairs, Optional<Endpoint> fix) {
        RunHost host = hosts.clients();
        RunPlan.Sessions sessions = plan.sessions();
        Matching matching = plan.declared().matching();
        return new ClientsPlan(
                plan.identity(),
                fix.orElse(null),
                sessions.count(),
                pairs.stream()
                        .map(pair -> new ClientsPlan.Pair(pair.id(), pair.symbol()))
                        .toList(),
                new ClientsPlan.Echo(matching.tag(), matching.transform()),
                ticks,
                new ClientsPlan.Options(
                        host.directory(),
                        sessions.template().map(host::file).orElse(null),
                        sessions.options(),
                        false,
                        sessions.traced()));
    }

    /** Returns the command of the control JVM, which is small enough to collect and compile rarely. */
    List<String> control() {
        RunHost host = hosts.application();
        List<String> flags = new ArrayList<>(List.of("-Xmx64m", "-Xmn40m", "-XX:TieredStopAtLevel=1"));
        flags.addAll(BOTH_JVMS);
        flags.addAll(log(host, Role.CONTROL));
        return host.program(host.ownJava(), flags).subcommand(ControlJvmCommand.NAME, List.of());
    }

    private static List<String> t2qCommand(RunHost host, String role, List<String> more, String subcommand) {
        List<String> flags = new ArrayList<>(
                role.equals(Role.CLIENTS)
                        ? JavaCommand.clientHeap(host.operations().facts().getOrDefault("memory", ""))
                        : REPLAYER_JVM);
        flags.addAll(BOTH_JVMS);
        flags.addAll(log(host, role));
        flags.addAll(more);
        return host.program(host.ownJava(), flags).subcommand(subcommand, List.of(ChildPlan.OPTION));
    }

    private static List<String> log(RunHost host, String role) {
        return host.operations().logFlags(host.ownJava(), "gc-" + role + ".log").stream()
                .map(Commands::inOneFile)
                .toList();
    }

    /** Prevents rotation, which after 20 MB would lose the line that identifies the log. */
    private static String inOneFile(String flag) {
        return flag.startsWith("-Xlog:gc*") ? flag + ":filecount=0" : flag;
    }

    private List<String> withLog(Path java, List<String> jvmFlags) {
        List<String> flags = new ArrayList<>(jvmFlags);
        HostOperations there = hosts.application().operations();
        flags.addAll(there.logFlags(java, RunDirectory.APPLICATION_GC_LOG));
        if (plan.evidence().profiled()) {
            flags.addAll(there.flightFlags(java, RunDirectory.APPLICATION_FLIGHT));
        }
        plan.evidence()
                .profiler()
                .ifPresent(profiler ->
                        flags.addAll(there.profilerFlags(java, profiler, RunDirectory.APPLICATION_PROFILE)));
        return flags;
    }

    /** Refuses a JVM of the built-in application that cannot log or profile as planned. */
    void requireLog(ApplicationUnderTest.BuiltIn application) {
        List<String> ignored =
                withLog(hosts.application().operations().java(application.java()), application.jvmFlags());
    }

    /** Returns the command of the built-in application. Includes the pairs for FIX venues, which do not announce them. */
    List<String> builtIn(
            ApplicationUnderTest.BuiltIn application,
            ReplayerReady.Output output,
            Endpoint fixEndpoint,
            List<Instrument> pairs) {
        String feed = output.feedVenues().isEmpty()
                ? output.feed()
                : output.feedVenues().stream().map(FeedVenue::address).collect(Collectors.joining(","));
        RunHost host = hosts.application();
        Path java = host.operations().java(application.java());
        return host.program(java, withLog(java, application.jvmFlags()))
                .subcommand("pricing-app", withPairs(builtInArguments(application, feed, fixEndpoint), feed, pairs));
    }

    private static List<String> withPairs(List<String> arguments, String feed, List<Instrument> pairs) {
        if (!ofVenues(feed)) {
            return arguments;
        }
        String pairNames = pairs.stream()
                .map(pair -> pair.symbol() + ":" + Price.format(pair.pip()) + ":" + Price.format(pair.tickSize()))
                .collect(Collectors.joining(","));
        return Stream.concat(arguments.stream(), Stream.of("--pairs", pairNames))
                .toList();
    }

    /** Host for the application's FIX acceptor. */
    private String fixHost() {
        return hosts.clients() == hosts.application()
                ? LOOPBACK
                : hosts.application().address();
    }

    /**
     * Returns the address at which the application reaches listening clients.
     *
     * @param bound address that the clients report
     */
    Endpoint acceptEndpoint(Endpoint bound) {
        boolean apart = hosts.clients() != hosts.application();
        boolean anywhere = bound.host().equals("0.0.0.0") || bound.host().equals("::");
        if (apart && bound.host().equals(LOOPBACK)) {
            throw Problem.of("--session-template")
                    .fault("the clients listen at " + bound + ", which the application's host cannot reach")
                    .expected("a host in 'accept', as in 'accept: 0.0.0.0:0'")
                    .exception();
        }
        return anywhere ? new Endpoint(apart ? hosts.clients().address() : LOOPBACK, bound.port()) : bound;
    }

    /** Address of the built-in application, once it reports its port. */
    Endpoint builtInEndpoint(int port) {
        return new Endpoint(fixHost(), port);
    }

    /**
     * Returns the arguments of the built-in application.
     *
     * @param fixEndpoint address at which the application or its clients listen
     */
    List<String> builtInArguments(ApplicationUnderTest.BuiltIn application, String feed, Endpoint fixEndpoint) {
        ApplicationModel model = plan.declared().model();
        List<String> arguments = new ArrayList<>(
                plan.sessions().accepting()
                        ? List.of("--connect", fixEndpoint.toString())
                        : List.of(
                                "--fix-host", fixEndpoint.host(), "--fix-port", Integer.toString(fixEndpoint.port())));
        arguments.addAll(List.of(
                "--feed", feed,
                "--sessions", Integer.toString(plan.sessions().count()),
                "--echo", Integer.toString(plan.declared().matching().tag()),
                "--composite", model.composite(),
                "--half-spreads",
                        model.halfSpreadTenthPips().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(",")),
                "--skew", Long.toString(model.skewTenthPips()),
                "--stale-after", model.staleAfterNs() + "ns",
                "--run-identity", plan.identity().toString()));
        if (application.truth()) {
            arguments.add("--truth");
            arguments.add(hosts.application().directory().toString());
        }
        if (!model.rejectCrossed()) {
            arguments.add("--accept-crossed");
        }
        if (plan.declared().conflation().policy().equals(Conflation.INTERVAL)) {
            arguments.add("--conflation");
            arguments.add(plan.declared().conflation().intervalNs() + "ns");
        }
        if (plan.declared().conflation().suppressUnchanged()) {
            arguments.add("--suppress-unchanged");
        }
        arguments.addAll(application.arguments());
        return arguments;
    }

    /** Files of the application's command; unknown for an attached application. */
    CommandFiles applicationFiles() {
        RunHost host = hosts.application();
        if (plan.application() instanceof ApplicationUnderTest.BuiltIn builtIn) {
            Path java = host.operations().java(builtIn.java());
            List<String> command = host.program(java, List.of()).subcommand("pricing-app", List.of());
            return host.operations().applicationFiles(command, java);
        }
        return plan.application() instanceof ApplicationUnderTest.Own own
                ? host.operations()
                        .applicationFiles(own.arguments(), host.operations().java(own.java()))
                : CommandFiles.NONE;
    }

    Endpoint ownEndpoint(Own application) {
        int port = application.fixPort();
        return new Endpoint(
                fixHost(), port == 0 ? hosts.application().operations().freeTcpPort(fixHost()) : port);
    }

    /**
     * Returns the command of the user's application.
     *
     * @param venues FIX venues of the feed
     * @param fixEndpoint address at which the application or its clients listen
     */
    List<String> own(Own application, String feed, List<FeedVenue> venues, Endpoint fixEndpoint) {
        return withFlags(application, placeholders(application).filled(feed, venues, fixEndpoint));
    }

    /**
     * Returns the program that the user's command would execute, with provisional addresses. Refuses invalid arguments.
     *
     * @param host host on which the application would listen
     */
    String ownProgram(Own application, String host) {
        Endpoint some = new Endpoint(host, 1);
        return withFlags(application, placeholders(application).judged(some)).get(0);
    }

    /** Placeholders of the user's command. */
    Placeholders placeholders(Own application) {
        return new Placeholders(plan, hosts.application(), application);
    }

    private List<String> withFlags(Own application, List<String> command) {
        return CommandText.expand(command, Own.JVM_ARGUMENTS, jvmFlags(application));
    }

    /** Returns the flags for the command. Queries the JVM only if the command contains them. */
    private List<String> jvmFlags(Own application) {
        return application.takesJvmFlags()
                ? withLog(hosts.application().operations().java(application.java()), application.jvmFlags())
                : List.of();
    }
}
