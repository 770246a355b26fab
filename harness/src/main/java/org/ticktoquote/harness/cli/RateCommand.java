package org.ticktoquote.harness.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.command.LevelOptions;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.rate.RateAnswer;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.comparison.rate.RateResult;
import org.ticktoquote.comparison.rate.RateSearch;
import org.ticktoquote.comparison.report.RateReport;
import org.ticktoquote.comparison.stored.LatestLink;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DecimalText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.RefusedOptions;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.execution.MatrixDirectory;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;
import org.ticktoquote.harness.matrix.resolution.HostConnections;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.rate.RateExecution;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.harness.settings.RunOptions;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code t2q rate}: finds the highest rate at which service levels hold. */
@Command(
        name = "rate",
        description = {
            "Finds the highest replay speed at which the service levels hold.",
            "Doubles the speed from the lowest until a level fails, then "
                    + "bisects. VOID runs are repeated, FAILED runs are not."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "",
            "Examples:",
            "  t2q rate --slo 'p99 < 5 ms'",
            "  t2q rate --slo 'p99.9 in any 2 s < 5 ms' --app 'java -jar my.jar {feed} {fixPort}' --to 40",
            "  t2q rate --resume results/2026-11-20T141200-rate"
        })
@OptionGroup("Result")
@RefusedOptions(value = "--speed", expected = "--from and --to instead (the search sets the speed)")
public final class RateCommand extends Subcommand {
    @Mixin
    private final LevelOptions levels = new LevelOptions();

    @Mixin
    private final RateOptions rates = new RateOptions();

    @Option(names = "--resume", paramLabel = "DIR", description = "resume the search of this directory")
    private @Nullable Path resumed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "output directory, new or empty (default: results/TIME-rate)")
    private @Nullable Path out;

    /** Declares the options of a run. Every run gets them as given, except for the speed. */
    @Mixin
    private final RunSettings unused = new RunSettings();

    @Mixin
    private final ThreadOptions threads = new ThreadOptions();

    @Mixin
    private final YearOptions year = new YearOptions();

    @Override
    public Integer call() {
        Path folder = resumed;
        return (folder == null ? begin() : resume(folder)).code();
    }

    private ExitStatus begin() {
        List<ServiceLevel> asked = levels.levels();
        if (asked.isEmpty()) {
            throw Problem.of("--slo")
                    .expected("at least one service level, as in 'p99 < 5 ms'")
                    .exception();
        }
        rates.require();
        Map<String, String> options = RunOptions.given(commandLine().getParseResult());
        Matrix matrix = matrix(options, asked);
        ResolvedMatrix resolved = HostConnections.query(InstalledJvms.find(Map.of()), resolver -> resolver.of(matrix))
                .requireReady();
        Path path = out == null ? LatestLink.RESULTS.resolve(RunCommand.time() + "-rate") : out;
        RatePlan plan =
                rates.plan(asked, MatrixExecution.windowNs(resolved.ready().get(0), path));
        MatrixExecution.requireApplications(resolved, path);
        try (MatrixDirectory made = MatrixDirectory.create(
                path, resolved.matrix().text("settings of all runs of t2q rate, except the speed"), resolved)) {
            plan.write(path);
            LatestLink.point(path);
            return run(made, resolved, resolved.record(made.sourceSha256()), plan);
        }
    }

    private Matrix matrix(Map<String, String> options, List<ServiceLevel> asked) {
        try {
            return RateExecution.matrix(
                    rates.from(),
                    options,
                    threads.plan(),
                    RequestedLevels.texts(asked),
                    rates.runs(),
                    Annualisation.of(year.hours()));
        } catch (ParameterException e) {
            throw new ParameterException(commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private ExitStatus resume(Path folder) {
        boolean more = commandLine().getParseResult().matchedOptions().stream()
                .anyMatch(option -> !option.longestName().equals("--resume"));
        if (more) {
            throw Problem.of("--resume").expected("no other options").exception();
        }
        if (!RatePlan.in(folder)) {
            throw Problem.of("--resume")
                    .value(folder)
                    .fault("is not the directory of a rate search")
                    .expected(RatePlan.FILE + " in it")
                    .exception();
        }
        try (MatrixDirectory opened = MatrixDirectory.open(folder)) {
            return run(opened, opened.resolved(), opened.begun(), RatePlan.read(folder));
        }
    }

    private ExitStatus run(MatrixDirectory folder, ResolvedMatrix resolved, MatrixRecord begun, RatePlan plan) {
        PrintWriter printer = output();
        Progress progress = Progress.onStandardError();
        RunSequence runs = new RunSequence(progress);
        return InterruptHook.during(runs::interrupt, progress, () -> {
            RateExecution search = new RateExecution(
                    folder, resolved, begun, plan, runs, progress, run -> progress.line(RateReport.line(run)));
            search.warnings().forEach(text -> progress.line("t2q: warning: " + text));
            RateReport.limit(plan).ifPresent(progress::line);
            RateResult result = search.run();
            Report report = RateReport.of(result);
            report.write(folder.path().resolve(RateReport.FILE));
            progress.close();
            report.lines().forEach(printer::println);
            printer.println();
            printer.println("page:    " + folder.path().resolve(RateReport.FILE));
            printer.println("figures: " + folder.path().resolve(RateResult.FILE));
            printer.flush();
            if (runs.interrupted()) {
                progress.line("t2q: interrupted. Resume with: t2q rate --resume " + folder.path());
            } else if (result.answer() == RateAnswer.UNFINISHED) {
                progress.line("t2q: runs were refused. Repeat them with: t2q rate --resume " + folder.path());
                return ExitStatus.ENVIRONMENT;
            }
            return result.answer().status();
        });
    }

    /** Options for the range and resolution of a rate search. */
    @OptionGroup("Search range")
    private static final class RateOptions {
        private static final double MAX_SPEED = 1000;
        private static final int MAX_RUNS = 99;
        private static final double PERCENT = 100;
        private static final double MAX_STEP = 1;
        private static final Pattern SHARE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*%");

        @Option(
                names = "--from",
                paramLabel = "FACTOR",
                defaultValue = "1",
                description = "lowest replay speed; the service levels must hold at it (default: ${DEFAULT-VALUE})")
        private String from = "";

        @Option(
                names = "--to",
                paramLabel = "FACTOR",
                defaultValue = "100",
                description = "highest replay speed (default: ${DEFAULT-VALUE})")
        private String to = "";

        @Option(
                names = "--step",
                paramLabel = "PERCENT",
                defaultValue = "5%",
                description = "largest step from the rate found to a failing rate (default: 5%%)")
        private String step = "";

        @Option(
                names = "--runs",
                paramLabel = "COUNT",
                defaultValue = "2",
                description = "runs at each rate; the majority decides, with one more run for a tie (default:"
                        + " ${DEFAULT-VALUE})")
        private String runs = "";

        @Option(
                names = "--at-least",
                converter = DurationText.class,
                paramLabel = "TIME",
                defaultValue = "1s",
                description = "shortest measured time of a run; limits the speed for a given --window (default:"
                        + " ${DEFAULT-VALUE})")
        @Bounds(above = 0, most = Bounds.HOUR_NS, expected = "more than 0, and 1h at most")
        private long leastNs;

        /** Refuses invalid values of these options. */
        void require() {
            Problems problems = new Problems();
            double lowest = DecimalText.parse(from);
            if (!isSpeed(lowest)) {
                problems.add(Problem.of("--from").value(from).expected("a number above 0 and up to 1000"));
            }
            double highest = DecimalText.parse(to);
            if (!isSpeed(highest)) {
                problems.add(Problem.of("--to").value(to).expected("a number above 0 and up to 1000"));
            } else if (isSpeed(lowest) && highest < lowest) {
                problems.add(Problem.of("--to").value(to).expected("at least --from (" + from + ")"));
            }
            if (!(step() >= RateSearch.MIN_STEP && step() <= MAX_STEP)) {
                problems.add(Problem.of("--step").value(step).expected("a percentage from 1 % to 100 %, as in 5%"));
            }
            if (runs() < 1 || runs() > MAX_RUNS) {
                problems.add(Problem.of("--runs").value(runs).expected("1.." + MAX_RUNS));
            }
            problems.addAll(OptionProblems.outOfBounds(this));
            problems.refuseIfAny();
        }

        double from() {
            return DecimalText.parse(from);
        }

        int runs() {
            return runs.matches("[0-9]{1,4}") ? Integer.parseInt(runs) : -1;
        }

        private double step() {
            Matcher share = SHARE.matcher(step.strip());
            return share.matches() ? DecimalText.parse(share.group(1)) / PERCENT : Double.NaN;
        }

        private static boolean isSpeed(double speed) {
            return speed > 0 && speed <= MAX_SPEED;
        }

        /**
         * Returns the plan of the search.
         *
         * @param windowNs length of the recording's window that each run replays
         * @throws org.ticktoquote.core.command.ProblemException if the window is too short at the lowest speed
         */
        RatePlan plan(List<ServiceLevel> levels, long windowNs) {
            long longest = Math.max(
                    leastNs,
                    levels.stream().mapToLong(ServiceLevel::leastNs).max().orElse(0));
            double fits = (double) windowNs / longest;
            if (fits < from()) {
                throw Problem.of("--window")
                        .fault("lasts " + DurationText.format(Math.round(windowNs / from())) + " at speed " + from)
                        .expected("at least " + DurationText.format(longest)
                                + (longest > leastNs ? ", the longest window of a level" : " (--at-least)"))
                        .exception();
            }
            return new RatePlan(
                    RatePlan.FORMAT_VERSION,
                    RequestedLevels.texts(levels),
                    from(),
                    DecimalText.parse(to),
                    Math.max(from(), Math.min(DecimalText.parse(to), RateSearch.below(fits))),
                    step(),
                    runs(),
                    longest,
                    windowNs);
        }
    }
}
