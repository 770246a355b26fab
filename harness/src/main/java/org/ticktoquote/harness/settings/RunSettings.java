package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.SessionTemplate;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.process.Tcpdump;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * All settings of one run, from the command line of {@code t2q run} or from a case of a test matrix.
 *
 * <p>Filled by picocli, as a mixin or by {@link #parse}. Not thread-safe.
 */
@OptionGroup(
        value = "Result",
        common = {"--profile"})
public final class RunSettings {
    @Mixin
    private final ReplayOptions replay = new ReplayOptions();

    @Mixin
    private final SessionOptions sessions = new SessionOptions();

    @Mixin
    private final MatchOptions match = new MatchOptions();

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    @Mixin
    private final DeclaredModelOptions model = new DeclaredModelOptions();

    @Mixin
    private final EvidenceOptions evidence = new EvidenceOptions();

    @Mixin
    private final CaptureOptions capture = new CaptureOptions();

    @Mixin
    private final InventoryOptions hosts = new InventoryOptions();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "dev",
            completionCandidates = Profiles.class,
            description = "limits of validity: dev (shared) or lab (isolated cores) (default: ${DEFAULT-VALUE})")
    private String profile = "";

    @Option(
            names = "--keep",
            paramLabel = "WHAT",
            defaultValue = "all",
            completionCandidates = KeptWords.class,
            description = "files to keep of a complete run: all, journals (without outcomes, which t2q analyze can "
                    + "recompute) or results (without journals; no later analysis) (default: ${DEFAULT-VALUE})")
    private String keep = "all";

    /** Values of {@code --keep}. */
    static final class KeptWords extends AllowedWords {
        KeptWords() {
            super("all", "journals", "results");
        }
    }

    /** Values of {@code --profile}. */
    static final class Profiles extends AllowedWords {
        Profiles() {
            super("dev", "lab");
        }
    }

    /**
     * Parses command-line options of the form {@code --name=value}.
     *
     * @throws CommandLine.ParameterException for an unknown option or a wrong value
     */
    public static RunSettings parse(List<String> options) {
        RunSettings settings = new RunSettings();
        new CommandLine(settings).parseArgs(options.toArray(String[]::new));
        return settings;
    }

    /** Returns names, labels, defaults and descriptions of the options. */
    public static CommandSpec spec() {
        return new CommandLine(new RunSettings()).getCommandSpec();
    }

    /** Returns invalid values and combinations of these settings. */
    public List<Problem> problems() {
        List<Problem> wrong = new ArrayList<>();
        new Profiles().problem("--profile", profile).ifPresent(wrong::add);
        new KeptWords().problem("--keep", keep).ifPresent(wrong::add);
        if (application.attached() && replay.anyPort()) {
            wrong.add(Problem.of("--attach")
                    .expected("--feed with it (the address at which the application receives its market data)"));
        }
        wrong.addAll(application.problems());
        wrong.addAll(evidence.problems(application.takesJvmFlags()));
        wrong.addAll(capture.problems(hosts.given()));
        wrong.addAll(hosts.problems());
        wrong.addAll(match.problems(application.builtIn()));
        wrong.addAll(replay.problems());
        wrong.addAll(sessions.problems());
        wrong.addAll(model.model(application.builtIn(), match.byPrice()).problems());
        order().stream().filter(problem -> !wrong.contains(problem)).forEach(wrong::add);
        return wrong;
    }

    /** Returns whether t2q has files of the application's JVM, such as {@code gc.log}, written to the run's directory. */
    public boolean writesJvmFiles() {
        return application.takesJvmFlags() || evidence.collectorLog != null;
    }

    /** Returns mistakes in combinations of declarations. */
    private List<Problem> order() {
        try {
            return match.problems(declared());
        } catch (ProblemException refusal) {
            return refusal.problems();
        }
    }

    /**
     * Plans a run in this directory.
     *
     * @throws ProblemException with all {@linkplain #problems() mistakes}, or with a path that does not exist
     */
    public RunPlan plan(RunDirectory directory) {
        return plan(directory, CaseChoice.NONE);
    }

    /** Plans a run with the choices of a test matrix. */
    public RunPlan plan(RunDirectory directory, CaseChoice choice) {
        ProblemException.throwIfAny(problems());
        Inventory inventory = inventory(choice);
        return new RunPlan(
                UUID.randomUUID(),
                directory,
                replay.input(),
                sessions.plan(),
                application.application(!inventory.application().local(), choice),
                declared(),
                new RunPlan.Timing(application.startLimitNs(), replay.warmUp(), replay.drainNs()),
                profile,
                ThreadChoice.UNMANAGED,
                inventory,
                evidence.plan(),
                capture.plan());
    }

    private RunManifest.Declared declared() {
        boolean builtIn = application.builtIn();
        return new RunManifest.Declared(
                match.matching(builtIn || model.spreadsDeclared()),
                model.model(builtIn, match.byPrice()),
                sessions.conflation(builtIn));
    }

    /** Generates the default recording if it is needed and missing. */
    public void provideRecording() {
        replay.provideRecording();
    }

    /** Returns the assignment of processes to hosts. Fails like {@link #plan}. */
    public Inventory hosts() {
        return inventory(CaseChoice.NONE);
    }

    private Inventory inventory(CaseChoice choice) {
        Inventory inventory = hosts.given()
                ? hosts.inventory(
                        application.attached(), replay, sessions.plan().accept(), choice.host())
                : Inventory.localWith(capture.interfaces());
        capture.requireUse(inventory);
        return inventory;
    }

    /** Files to keep after the analysis. */
    public Retention kept() {
        return Retention.of(keep);
    }

    /** Options of the application under test. */
    public ApplicationOptions application() {
        return application;
    }

    /**
     * Choices of a test matrix for the application of a case, which take precedence over options.
     *
     * @param java home of its JVM; empty for the application's own, or t2q's
     * @param jvmFlags flags of its JVM
     * @param host name of its host in the inventory; empty to use the options
     */
    public record CaseChoice(Optional<Path> java, List<String> jvmFlags, Optional<String> host) {
        /** No choice: the options apply. */
        static final CaseChoice NONE = new CaseChoice(Optional.empty(), List.of(), Optional.empty());

        public CaseChoice {
            jvmFlags = List.copyOf(jvmFlags);
        }
    }

    /** Options that define the sessions and their subscriptions. */
    @OptionGroup(
            value = "FIX sessions",
            common = {"--sessions", "--pairs", "--session-template"})
    private static final class SessionOptions {
        @Option(
                names = "--sessions",
                paramLabel = "COUNT",
                defaultValue = "25",
                description = "number of FIX sessions, 1 to 1000 (default: ${DEFAULT-VALUE})")
        @Bounds(least = 1, most = 1000, expected = "1..1000")
        private int sessions;

        @Option(
                names = "--pairs",
                hideParamSyntax = true,
                split = ",",
                paramLabel = "COUNT|SYMBOL",
                description = "symbols, or number of pairs (default: 15, or all if fewer)")
        private @Nullable List<String> pairs;

        @Option(
                names = "--session-template",
                paramLabel = "FILE",
                description = "FIX version, CompIDs, logon, TLS and symbols; see docs/fix-clients.md")
        private @Nullable Path template;

        @Mixin
        private final ClientsOptions clients = new ClientsOptions();

        @Mixin
        private final ConflationOptions conflation = new ConflationOptions();

        @Option(
                names = "--allow-missing",
                description = "count pairs without a first snapshot instead of ending the run")
        private boolean allowMissing;

        /** Returns invalid values of these options. */
        List<Problem> problems() {
            return Stream.of(this, clients)
                    .flatMap(options -> OptionProblems.outOfBounds(options).stream())
                    .toList();
        }

        RunPlan.Sessions plan() {
            return new RunPlan.Sessions(
                    sessions,
                    pairs(),
                    Optional.ofNullable(template),
                    Optional.ofNullable(template).flatMap(SessionTemplate::accept),
                    allowMissing,
                    clients,
                    false);
        }

        /** Pairs as the user named them; empty for the default. */
        private List<String> pairs() {
            if (pairs == null) {
                return List.of();
            }
            return pairs.isEmpty() ? List.of("") : pairs;
        }

        Conflation conflation(boolean builtIn) {
            return conflation.conflation(builtIn);
        }
    }

    /** Options that select the network interfaces to capture during a run. */
    @OptionGroup(
            value = "Captures",
            common = {})
    private static final class CaptureOptions {
        private static final String LIMIT = "2GB";
        private static final Pattern SIZE = Pattern.compile("(\\d{1,6})(MB|GB)");
        private static final long MILLION = 1_000_000;
        private static final long MIN_BYTES = Tcpdump.FILES * MILLION;

        @Option(
                names = "--capture",
                split = ",",
                paramLabel = "INTERFACE",
                description = "network interface that tcpdump captures during the run, for latencies on the wire")
        private List<String> interfaces = List.of();

        @Option(
                names = "--capture-limit",
                paramLabel = "SIZE",
                defaultValue = LIMIT,
                description = "disk space of a capture; when full, the oldest packets are overwritten (default: 2GB)")
        private String limit = LIMIT;

        @Option(
                names = "--capture-filter",
                paramLabel = "EXPRESSION",
                description = "tcpdump filter expression (default: the run's own ports, if known)")
        private @Nullable String filter;

        List<Problem> problems(boolean inventory) {
            List<Problem> wrong = new ArrayList<>();
            if (inventory && !interfaces.isEmpty()) {
                wrong.add(Problem.of("--capture")
                        .value(String.join(",", interfaces))
                        .expected("none with --hosts (use the key 'capture' of a host)"));
            }
            interfaces.stream()
                    .filter(name -> !Tcpdump.isInterface(name))
                    .forEach(name ->
                            wrong.add(Problem.of("--capture").value(name).expected("the name of a network interface")));
            if (bytes() < MIN_BYTES) {
                wrong.add(Problem.of("--capture-limit")
                        .value(limit)
                        .expected("a size of at least 8MB, as in 500MB or 2GB"));
            }
            return wrong;
        }

        /** Refuses limit and filter if no host captures an interface. */
        void requireUse(Inventory inventory) {
            if ((filter != null || !limit.equals(LIMIT)) && !inventory.captures()) {
                throw Problem.of("--capture-limit and --capture-filter")
                        .expected("only with --capture, or with --hosts if a host there has the key 'capture'")
                        .exception();
            }
        }

        /** Parses the limit; 0 if it is not a size. */
        private long bytes() {
            Matcher size = SIZE.matcher(limit);
            return size.matches()
                    ? Long.parseLong(size.group(1)) * (size.group(2).equals("GB") ? 1000 * MILLION : MILLION)
                    : 0;
        }

        List<String> interfaces() {
            return interfaces;
        }

        RunPlan.Capture plan() {
            return new RunPlan.Capture(bytes(), Optional.ofNullable(filter));
        }
    }

    /** Options that select the hosts of the processes. */
    @OptionGroup(
            value = "Hosts and threads",
            common = {"--hosts"})
    private static final class InventoryOptions {
        @Option(
                names = "--hosts",
                paramLabel = "FILE",
                description = "inventory of ssh hosts; see docs/run.md (default: this host only)")
        private @Nullable Path file;

        @Option(
                names = "--application-host",
                paramLabel = "NAME",
                description = "inventory host of the application (default: the first)")
        private @Nullable String application;

        /** Returns whether there is an inventory. */
        boolean given() {
            return file != null;
        }

        /** Returns invalid combinations of these options. */
        List<Problem> problems() {
            return application != null && file == null
                    ? List.of(
                            Problem.of("--application-host").value(application).expected("only with --hosts"))
                    : List.of();
        }

        /**
         * Returns the assignment of processes to hosts. Fails if it is not possible.
         *
         * @param accept address at which the clients listen; empty if the application listens
         * @param chosenHost host of the application, which takes precedence over the option
         */
        Inventory inventory(
                boolean attached, ReplayOptions replay, Optional<String> accept, Optional<String> chosenHost) {
            Path inventory = file;
            if (inventory == null) {
                return Inventory.LOCAL;
            }
            Inventory read = ProblemException.under("--hosts", () -> Inventory.read(inventory));
            Inventory chosen = chosenHost
                    .or(() -> Optional.ofNullable(application))
                    .map(name -> chosen(read, name))
                    .orElse(read);
            boolean replayerBinds = RunPlan.feedBinding(replay.feed(), replay.plugins()) == FeedBinding.REPLAYER;
            List<String> unreachable = chosen.withoutAddress(replayerBinds, accept);
            if (!unreachable.isEmpty()) {
                throw Problem.of(inventory)
                        .fault("other hosts must reach " + String.join(", ", unreachable))
                        .expected("the key 'address'")
                        .under("--hosts")
                        .exception();
            }
            if (attached && !chosen.application().local()) {
                throw Problem.of("--attach")
                        .fault("an attached application must run on this host")
                        .expected("a local host as application in " + file)
                        .exception();
            }
            return chosen;
        }

        private Inventory chosen(Inventory inventory, String name) {
            return inventory
                    .withApplicationOn(name)
                    .orElseThrow(() -> Problem.of("--application-host")
                            .value(name)
                            .expected("one of "
                                    + inventory.applications().stream()
                                            .map(InventoryHost::name)
                                            .collect(Collectors.joining(", ")))
                            .exception());
        }
    }

    /** Options that select the evidence collected on causes of slow ticks. */
    @OptionGroup(
            value = "Causes of slow ticks",
            common = {"--profile-outliers"})
    private static final class EvidenceOptions {
        private static final String NONE = "none";
        private static final long MIN_NS = TimeUnit.MILLISECONDS.toNanos(10);
        private static final long MAX_NS = TimeUnit.SECONDS.toNanos(10);

        @Option(
                names = "--evidence-interval",
                paramLabel = "TIME",
                defaultValue = "100ms",
                description = "interval at which the application's threads and CPUs are "
                        + "sampled from outside; none: never (default: 100ms)")
        private String interval = "";

        @Option(
                names = "--profile-outliers",
                description = "Flight Recorder in the application: locks, I/O, stacks of slow ticks")
        private boolean profiled;

        @Option(
                names = "--async-profiler",
                paramLabel = "PATH",
                description = "with --profile-outliers: also load async-profiler, for native and kernel stacks; "
                        + "path of libasyncProfiler.so or its directory on the application's host")
        private @Nullable Path profiler;

        @Option(
                names = "--control-jvm",
                description = "run an idle JVM on the application's CPUs that wakes every "
                        + "millisecond; its delays show that the machine is the cause")
        private boolean controlled;

        @Option(
                names = "--kernel-trace",
                description = "trace the scheduler (tracefs, needs root), to name the thread that "
                        + "had the CPU when the application waited 1 ms or more")
        private boolean traced;

        @Option(
                names = "--app-gc-log",
                paramLabel = "FILE",
                description = "GC log of the application's JVM, on its host, if t2q does not start it with "
                        + "{jvmArgs}; copied into the run with its rotated files FILE.0, FILE.1 ...")
        private @Nullable Path collectorLog;

        /**
         * Returns the mistakes in the options.
         *
         * @param flagsTaken true if JVM flags reach the application
         */
        List<Problem> problems(boolean flagsTaken) {
            List<Problem> wrong = new ArrayList<>(interval());
            if (profiled && !flagsTaken) {
                wrong.add(Problem.of("--profile-outliers")
                        .expected("only with the built-in application, or with {jvmArgs} in --app"));
            }
            if (profiler != null && !profiled) {
                wrong.add(Problem.of("--async-profiler").expected("only with --profile-outliers"));
            }
            if (collectorLog != null && flagsTaken) {
                wrong.add(Problem.of("--app-gc-log")
                        .expected(
                                "only with --attach, or with --app without {jvmArgs} (else t2q sets the log itself)"));
            }
            if (traced && interval.equals(NONE)) {
                wrong.add(Problem.of("--kernel-trace")
                        .expected("an --evidence-interval other than none (its samples show when a thread waited)"));
            }
            return wrong;
        }

        private List<Problem> interval() {
            if (interval.equals(NONE)) {
                return List.of();
            }
            try {
                long ns = DurationText.parse(interval);
                return ns >= MIN_NS && ns <= MAX_NS ? List.of() : List.of(problem());
            } catch (ProblemException noDuration) {
                return List.of(problem());
            }
        }

        private Problem problem() {
            return Problem.of("--evidence-interval").value(interval).expected("10ms to 10s, or none");
        }

        RunPlan.Evidence plan() {
            OptionalLong ns =
                    interval.equals(NONE) ? OptionalLong.empty() : OptionalLong.of(DurationText.parse(interval));
            return new RunPlan.Evidence(
                    ns, profiled, Optional.ofNullable(profiler), controlled, traced, Optional.ofNullable(collectorLog));
        }
    }
}
