package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.Gate;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.runs.RunConditions;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.VerdictText;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.stored.LatestLink;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.RefusedOptions;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.harness.cli.RunCommand;
import org.ticktoquote.harness.cli.ThreadOptions;
import org.ticktoquote.harness.gate.GateExecution;
import org.ticktoquote.harness.gate.GatePlan;
import org.ticktoquote.harness.gate.GateSides;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.execution.MatrixDirectory;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;
import org.ticktoquote.harness.matrix.resolution.HostConnections;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.process.ExecutionHost;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.fingerprint.FingerprintReader;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.pingpong.PulseMeter;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.CpuList;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code t2q gate run}: runs two releases alternately and decides. */
@Command(
        name = "run",
        description = {
            "Runs two releases alternately until a gate is decided.",
            "The order is ABBA, with looks after 3, 5, 7 and 10 runs of each "
                    + "release. VOID runs are repeated, FAILED runs are not. The pulse of the host is measured for 3 s "
                    + "before and after each run."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "",
            "Examples:",
            "  t2q gate run --baseline 'java -jar old.jar {feed} {fixPort}' \\",
            "               --candidate 'java -jar new.jar {feed} {fixPort}'",
            "  t2q gate run mine.yaml --baseline old --candidate new",
            "  t2q gate run --resume results/2026-11-20T141200-gate"
        })
@OptionGroup(
        value = "Releases",
        common = {"--baseline", "--candidate", "--resume", "--out"})
@RefusedOptions(
        value = {"--app", "--app-args", "--attach", "--truth"},
        expected = "--baseline and --candidate instead")
public final class GateRunCommand extends Subcommand {
    private static final String TOGETHER = "together";
    private static final String TURNS = "turns";
    private static final String CORE_SETS = "--core-sets";

    @Parameters(arity = "0..1", paramLabel = "MATRIX", description = "matrix with both releases as cases")
    private @Nullable String matrix;

    @Option(
            names = "--baseline",
            paramLabel = "APP",
            description = "command as for t2q run --app, 'builtin OPTIONS', or a case of MATRIX")
    private @Nullable String baseline;

    @Option(names = "--candidate", paramLabel = "APP", description = "release to judge, in the same form")
    private @Nullable String candidate;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed of the order of the runs (default: random, kept in matrix.json)")
    private @Nullable Long seed;

    @Option(names = "--resume", paramLabel = "DIR", description = "resume the gate of this directory")
    private @Nullable Path resumed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "output directory, new or empty (default: results/TIME-gate)")
    private @Nullable Path out;

    @Option(
            names = "--duet",
            arity = "0..1",
            paramLabel = "HOW",
            preprocessor = AttachedValue.class,
            description = "run both releases at once, which cancels host effects; together (default): each tick goes to"
                    + " both; turns: slices go to one and then to the other. Gives ratios only, and a PASS also"
                    + " needs two solo pairs")
    private @Nullable String duet;

    /** Takes the value of {@code --duet} only after {@code =}, so that a matrix can follow. */
    static final class AttachedValue implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (String.valueOf(info.get("separator")).isBlank()) {
                args.push(TOGETHER);
            }
            return false;
        }
    }

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = DurationText.class,
            defaultValue = "0s",
            description =
                    "longest duration: no run starts that would end later, and solo runs are followed by --duet=turns"
                            + " if further solo runs would not decide in time (default: until decided)")
    private long timeNs;

    @Option(
            names = CORE_SETS,
            paramLabel = "CPUS:CPUS",
            description = "with --duet: CPUs of each application, as in 2-3:4-5, swapped for every pair (default: any)")
    private @Nullable String coreSets;

    @Mixin
    private final GateOptions options = new GateOptions();

    @Mixin
    private final StateOption state = new StateOption();

    /** Declares the options of a run. Each side gets them as given, with its own application. */
    @Mixin
    private final RunSettings unused = new RunSettings();

    @Mixin
    private final ThreadOptions threads = new ThreadOptions();

    @Override
    public Integer call() {
        Path folder = resumed;
        return (folder == null ? begin() : resume(folder)).code();
    }

    private ExitStatus begin() {
        GateStore.Terms terms = options.terms();
        boolean turns = byTurns();
        if (terms.forced()) {
            throw Problem.of("--force-compare")
                    .expected("only for finished runs (t2q gate RUN...)")
                    .exception();
        }
        InstalledJvms installed = InstalledJvms.find(Map.of());
        Matrix two = GateSides.held(sides(terms, installed), terms.policy().serviceLevels());
        boolean elsewhere =
                two.cases().stream().anyMatch(side -> side.run().givenOptions().containsKey("hosts"));
        options.requireFacts(
                RunConditions.names(hostFacts().keySet()),
                fact -> RunConditions.isOfOptions(fact) || elsewhere && fact.startsWith(Fingerprint.FACT + "."));
        if (duet != null) {
            GateSides.requireDuet(two);
        }
        GatePlan plan = new GatePlan(
                GatePlan.FORMAT_VERSION,
                UUID.randomUUID().toString(),
                matrix == null ? "baseline" : given("--baseline", baseline),
                matrix == null ? "candidate" : given("--candidate", candidate),
                options.policyName(),
                GateOptions.policySha256(options.policyName()),
                List.copyOf(terms.mayDiffer()),
                options.inconclusiveAs(),
                state.folder().toAbsolutePath().normalize().toString(),
                duet != null,
                turns || duet == null && timeNs > 0 && GateSides.allowDuet(two),
                timeNs,
                coreSets(coreSets, duet != null));
        ResolvedMatrix resolved =
                HostConnections.query(installed, resolver -> resolver.of(two)).requireReady();
        Path path = out == null ? LatestLink.RESULTS.resolve(RunCommand.time() + "-gate") : out;
        MatrixExecution.require(resolved, path);
        MatrixExecution.requireApplications(resolved, path);
        requireTime(
                terms,
                MatrixExecution.longestNs(resolved, path, turns) + (hasPulse(plan, terms) ? RunSequence.PULSE_NS : 0));
        try (MatrixDirectory made = MatrixDirectory.create(path, two.text("the two sides of t2q gate run"), resolved)) {
            plan.write(path);
            LatestLink.point(path);
            return run(made, resolved, resolved.record(made.sourceSha256()), plan, terms);
        }
    }

    /** Refuses a time limit that is too short for the first look. */
    private void requireTime(GateStore.Terms terms, long runNs) {
        int first = terms.policy().looks().get(0);
        long minutes = 1 + TimeUnit.NANOSECONDS.toMinutes((duet == null ? 2 * first : first) * runNs);
        if (timeNs > 0 && timeNs < TimeUnit.MINUTES.toNanos(minutes)) {
            throw Problem.of("--time")
                    .value(DurationText.format(timeNs))
                    .expected("at least " + minutes + "min, for the first look")
                    .exception();
        }
    }

    private static boolean hasPulse(GatePlan plan, GateStore.Terms terms) {
        return !plan.duet() && Gate.usesPulse(terms.policy());
    }

    private boolean byTurns() {
        if (duet == null || duet.equals(TOGETHER) || duet.equals(TURNS)) {
            return TURNS.equals(duet);
        }
        throw Problem.of("--duet")
                .value(duet)
                .expected(TOGETHER + " or " + TURNS)
                .exception();
    }

    private static Map<String, String> hostFacts() {
        return FingerprintReader.of(new LiveHost(), FingerprintReader.ownJvm()).facts();
    }

    private ExitStatus resume(Path folder) {
        Stream.concat(
                        Stream.ofNullable(matrix),
                        commandLine().getParseResult().matchedOptions().stream().map(OptionSpec::longestName))
                .filter(name -> !name.equals("--resume"))
                .findFirst()
                .ifPresent(other -> {
                    throw Problem.of("--resume")
                            .fault("the directory defines the gate")
                            .expected("no " + other + " with it")
                            .exception();
                });
        try (MatrixDirectory opened = MatrixDirectory.open(folder)) {
            if (!Files.isRegularFile(folder.resolve(GatePlan.FILE))) {
                throw Problem.of("--resume")
                        .value(folder)
                        .fault("is not the directory of a gate")
                        .expected(GatePlan.FILE + " in it")
                        .exception();
            }
            GatePlan plan = GatePlan.read(folder);
            if (!plan.policySha256().equals(GateOptions.policySha256(plan.policy()))) {
                throw Problem.of(plan.policy())
                        .fault("changed since this gate was started; restore it, or start a new gate")
                        .exception(ExitStatus.BAD_INPUT);
            }
            GateStore.Terms terms =
                    new GateStore.Terms(GateOptions.policy(plan.policy()), Set.copyOf(plan.mayDiffer()), false);
            return run(opened, opened.resolved(), opened.begun(), plan, terms);
        }
    }

    private Matrix sides(GateStore.Terms terms, InstalledJvms installed) {
        String before = given("--baseline", baseline);
        String now = given("--candidate", candidate);
        List<Integer> looks = terms.policy().looks();
        int runs = looks.get(looks.size() - 1);
        long drawn = seed == null ? new SecureRandom().nextInt(1 << 30) : seed;
        Map<String, String> runOptions = RunOptions.given(commandLine().getParseResult());
        if (matrix != null) {
            Stream<String> placed = Stream.of("threads")
                    .filter(name -> commandLine().getParseResult().hasMatchedOption("--" + name));
            Stream.concat(runOptions.keySet().stream(), placed).findFirst().ifPresent(name -> {
                throw Problem.of("--" + name)
                        .expected("only without a matrix (its file defines it)")
                        .exception();
            });
            return GateSides.ofCases(
                    MatrixReader.read(MatrixSource.of(matrix), () -> installed), before, now, runs, drawn);
        }
        try {
            return GateSides.ofApplications(before, now, runOptions, threads.plan(), runs, drawn);
        } catch (ParameterException e) {
            throw new ParameterException(commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static String given(String option, @Nullable String value) {
        if (value == null) {
            throw Problem.of(option)
                    .expected("a command as in t2q run --app, builtin with its options, or a case of the matrix")
                    .exception();
        }
        return value;
    }

    private ExitStatus run(
            MatrixDirectory folder, ResolvedMatrix resolved, MatrixRecord begun, GatePlan plan, GateStore.Terms terms) {
        PrintWriter printer = output();
        Progress progress = Progress.onStandardError();
        RunSequence runs = new RunSequence(progress, hasPulse(plan, terms) ? PulseMeter::measure : null);
        return InterruptHook.during(runs::interrupt, progress, () -> {
            GateExecution gate = new GateExecution(
                    folder.path(),
                    plan,
                    terms,
                    new MatrixExecution(folder, resolved, begun, runs, progress, System::nanoTime),
                    begun.seed(),
                    progress,
                    System::nanoTime);
            progress.stage(gate.outlook());
            if (!plan.duet() && gate.hasRunsLeft()) {
                gate.smallest(hostFacts()).forEach(progress::stage);
            }
            GateReport report = gate.run().inconclusiveAs(plan.inconclusiveAs());
            progress.close();
            GateCommand.print(report, gate.gatedRuns(), printer, folder.path());
            String further = gate.isHopeless()
                    ? "start a new gate after removing the cause"
                    : new VerdictText(report).further(gate.isTimeUp() ? folder.path() : null);
            boolean undecided = report.verdict() == GateVerdict.INCONCLUSIVE;
            if (runs.interrupted()) {
                progress.line("t2q: interrupted. Resume with: t2q gate run --resume " + folder.path());
            } else if (undecided && gate.hasRefusedRuns() && !gate.isHopeless()) {
                progress.line("t2q: runs were refused. Repeat them with: t2q gate run --resume " + folder.path());
            } else if (!further.isEmpty()) {
                progress.line("t2q: " + further);
            }
            return GateOptions.status(report);
        });
    }

    /** Parses the sets and refuses those that two applications cannot use. Returns an empty list if none are given. */
    static List<String> coreSets(@Nullable String given, boolean duet) {
        if (given == null) {
            return List.of();
        }
        List<String> sets = List.of(given.split(":", -1));
        if (!duet) {
            throw Problem.of(CORE_SETS).expected("--duet with it").exception();
        }
        CpuList here = CpuList.of(CpuMask.of(CpuMask.CALLING_THREAD));
        if (sets.size() != 2) {
            throw wrongSets(sets, (sets.size() == 1 ? "is " : "are ") + CountText.of(sets.size(), "set"));
        }
        List<CpuList> found = sets.stream().map(set -> coreSet(sets, set)).toList();
        found.stream().filter(cpus -> !here.containsAll(cpus)).findFirst().ifPresent(cpus -> {
            throw wrongSets(sets, "CPU " + cpus.without(here) + " is not allowed for this process");
        });
        if (found.get(0).intersects(found.get(1))) {
            throw wrongSets(sets, "both contain CPU " + found.get(0).intersection(found.get(1)));
        }
        CommandText.requireProgram(CORE_SETS, ExecutionHost.CpuBound.PROGRAM);
        return found.stream().map(CpuList::toString).toList();
    }

    private static CpuList coreSet(List<String> sets, String set) {
        try {
            return CpuList.parseStrictly(set);
        } catch (IllegalArgumentException e) {
            throw wrongSets(sets, String.valueOf(e.getMessage()));
        }
    }

    private static ProblemException wrongSets(List<String> sets, String fault) {
        return Problem.of(CORE_SETS)
                .value(String.join(":", sets))
                .fault(fault)
                .expected("two disjoint sets of CPUs of this host, as in 2-3:4-5")
                .exception();
    }
}
