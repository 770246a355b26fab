package org.ticktoquote.host.clocks;

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
import org.ticktoquote.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code t2q clocks}: cost, resolution and consistency of this host's clocks. */
@Command(
        name = "clocks",
        sortOptions = false,
        description = {
            "Measures cost, resolution and consistency of every clock.",
            "Also measures the wake-up cost of an idle CPU, and explains the effects on a run. "
                    + "Takes about 15 s. Load on the machine affects the figures. Native clocks need Java "
                    + "22 or later. On an older Java, a second process measures them with the newest Java "
                    + "found in JAVA_HOME, PATH, /usr/lib/jvm, /opt and ~/.sdkman."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  t2q clocks",
            "  t2q clocks --thorough                     two minutes, one of them for drift",
            "  t2q clocks --drift 1min --json > clocks.json",
            "  t2q clocks --html clocks.html             also a page with plots",
            "  t2q clocks --histograms --blocks 100000   the jitter of every clock",
            "  t2q clocks --this-java                    without another Java",
            "",
            "docs/host.md explains every column."
        })
public final class ClocksCommand extends Subcommand {
    private static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_WARM_UP_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long MAX_DRIFT_NS = TimeUnit.HOURS.toNanos(1);
    private static final long MIN_SLEEP_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MAX_SLEEP_NS = TimeUnit.SECONDS.toNanos(1);

    @Option(
            names = "--blocks",
            defaultValue = "10000",
            paramLabel = "N",
            description = "blocks of calls, each timed as a whole (default: ${DEFAULT-VALUE})")
    private int blocks;

    @Option(
            names = "--calls",
            defaultValue = "100",
            paramLabel = "N",
            description = "calls in a block (default: ${DEFAULT-VALUE})")
    private int calls;

    @Option(
            names = "--drop",
            defaultValue = "10",
            paramLabel = "N",
            description = "first blocks to discard (default: ${DEFAULT-VALUE})")
    private int dropped;

    @Option(
            names = "--warm-up",
            converter = DurationText.class,
            paramLabel = "TIME",
            description = "warm-up of each clock, at most 1min (default: 100ms, thorough: 300ms)")
    private @Nullable Long warmUpNs;

    @Option(
            names = "--drift",
            converter = DurationText.class,
            paramLabel = "TIME",
            description = "duration of the drift measurement, 1s to 1h (default: 1s, thorough: 1min)")
    private @Nullable Long driftNs;

    @Option(
            names = "--longest-sleep",
            converter = DurationText.class,
            paramLabel = "TIME",
            description = "longest sleep before a reading, 1us to 1s; the sleeps grow tenfold from 1us "
                    + "(default: 10ms, thorough: 1s)")
    private @Nullable Long longestSleepNs;

    @Option(names = "--thorough", description = "use longer defaults; takes about two minutes")
    private boolean thorough;

    @Option(names = "--this-java", description = "do not start another Java")
    private boolean thisJava;

    @Option(names = "--histograms", description = "print histograms of all clocks, not only of the harness's")
    private boolean histograms;

    @Option(names = "--json", description = "print JSON instead of tables")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "also write a page with plots, one offline file")
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
        Report shown = ClocksSections.of(report);
        if (page != null) {
            shown.write(page);
        }
        if (json) {
            return print(JsonText.pretty(report));
        }
        print(shown.lines());
        Integer status = print(ClocksSections.histograms(report, histograms));
        return page == null ? status : print(List.of("", "page: " + page.file()));
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
}
