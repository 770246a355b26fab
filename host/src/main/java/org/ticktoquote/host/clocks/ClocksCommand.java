package org.ticktoquote.host.clocks;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code t2q clocks}: cost, resolution and consistency of this host's clocks. */
@Command(
        name = "clocks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures what reading the time costs on this machine, how fine and how consistent every clock is, what an idle"
                    + " CPU adds, and says in plain words what that means for a run. Some 15 s; figures of a busy machine"
                    + " are figures of its load.",
            "Native clocks are read from Java 22 on. On an older Java they are measured by a second process on the newest"
                    + " Java found in JAVA_HOME, PATH, /usr/lib/jvm, /opt and ~/.sdkman."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  t2q clocks",
            "  t2q clocks --thorough                     two minutes: drift over one",
            "  t2q clocks --drift 1min --json > clocks.json",
            "  t2q clocks --html clocks.html             the same with plots",
            "  t2q clocks --histograms --blocks 100000   the jitter of every clock",
            "  t2q clocks --this-java                    only what this Java can do itself",
            "",
            "docs/host.md explains every column."
        })
public final class ClocksCommand implements Subcommand {
    private static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_WARM_UP_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long MAX_DRIFT_NS = TimeUnit.HOURS.toNanos(1);
    private static final long MIN_SLEEP_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MAX_SLEEP_NS = TimeUnit.SECONDS.toNanos(1);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--blocks",
            defaultValue = "10000",
            paramLabel = "N",
            description = "blocks of calls, each timed as one (default: ${DEFAULT-VALUE})")
    private int blocks;

    @Option(
            names = "--calls",
            defaultValue = "100",
            paramLabel = "N",
            description = "calls of a block (default: ${DEFAULT-VALUE})")
    private int calls;

    @Option(
            names = "--drop",
            defaultValue = "10",
            paramLabel = "N",
            description = "first blocks that do not count (default: ${DEFAULT-VALUE})")
    private int dropped;

    @Option(
            names = "--warm-up",
            converter = DurationText.class,
            paramLabel = "TIME",
            description =
                    "how long each clock's blocks run untimed before, for the compilers, 1min at most (default: 100ms,"
                            + " thorough: 300ms)")
    private @Nullable Long warmUpNs;

    @Option(
            names = "--drift",
            converter = DurationText.class,
            paramLabel = "TIME",
            description = "how long the drift of the processor's counter is watched, 1s..1h (default: 1s, thorough:"
                    + " 1min)")
    private @Nullable Long driftNs;

    @Option(
            names = "--longest-sleep",
            converter = DurationText.class,
            paramLabel = "TIME",
            description = "readings are taken after sleeps of 1us, 10us and so on up to this, 1us..1s (default:"
                    + " 10ms, thorough: 1s)")
    private @Nullable Long longestSleepNs;

    @Option(names = "--thorough", description = "longer in everything that is not given: about two minutes")
    private boolean thorough;

    @Option(names = "--this-java", description = "never start another Java")
    private boolean thisJava;

    @Option(names = "--histograms", description = "the histogram of every clock, not only of the harness's")
    private boolean histograms;

    @Option(names = "--json", description = "everything as JSON instead of the tables")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "also as a page with plots, one offline file")
    private @Nullable Path html;

    @Override
    public Integer call() {
        try (@Nullable OutputFile page = OutputFile.claimIfGiven(html)) {
            return measure(plan(), page);
        }
    }

    private Integer measure(ClocksPlan plan, @Nullable OutputFile page) {
        ClocksReport report;
        try (Progress progress = Progress.onStandardError()) {
            report = new ClocksMeasurement(plan, !thisJava, progress::update).report();
        }
        if (page != null) {
            ClocksText.page(report).write(page);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(jsonOf(report));
        } else {
            ClocksText.of(report, histograms).forEach(out::println);
        }
        if (page != null && !json) {
            out.println();
            out.println("page: " + page.file());
        }
        out.flush();
        return ExitStatus.OK.code();
    }

    private ClocksPlan plan() {
        List<Problem> wrong = new ArrayList<>();
        if (calls < 1 || calls > 1_000_000) {
            wrong.add(Problem.of("--calls").value(calls).expected("1..1000000"));
        }
        if (blocks < 2 || blocks > 10_000_000) {
            wrong.add(Problem.of("--blocks").value(blocks).expected("2..10000000"));
        }
        if (dropped < 0 || dropped >= blocks) {
            wrong.add(Problem.of("--drop").value(dropped).expected("0 or more, and fewer than --blocks"));
        }
        long drift = driftNs != null ? driftNs : TimeUnit.SECONDS.toNanos(thorough ? 60 : 1);
        if (drift < TimeUnit.SECONDS.toNanos(1) || drift > MAX_DRIFT_NS) {
            wrong.add(Problem.of("--drift").value(DurationText.format(drift)).expected("1s..1h"));
        }
        long warmUp = warmUpNs != null ? warmUpNs : thorough ? 3 * WARM_UP_NS : WARM_UP_NS;
        if (warmUp > MAX_WARM_UP_NS) {
            wrong.add(Problem.of("--warm-up").value(DurationText.format(warmUp)).expected("1min at most"));
        }
        long sleep = longestSleepNs != null ? longestSleepNs : TimeUnit.MILLISECONDS.toNanos(thorough ? 1_000 : 10);
        if (sleep < MIN_SLEEP_NS || sleep > MAX_SLEEP_NS) {
            wrong.add(Problem.of("--longest-sleep")
                    .value(DurationText.format(sleep))
                    .expected("1us..1s"));
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(ExitStatus.USAGE, wrong);
        }
        return new ClocksPlan(new CostPlan(blocks, calls, dropped, warmUp), drift, sleep);
    }

    private static String jsonOf(ClocksReport report) {
        return JsonText.pretty(report);
    }
}
