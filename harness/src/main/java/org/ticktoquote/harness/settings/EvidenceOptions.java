package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.harness.run.RunPlan;
import picocli.CommandLine.Option;

/** Options that select the evidence collected on causes of slow ticks. */
@OptionGroup(
        value = "Causes of slow ticks",
        common = {"--profile-outliers"})
final class EvidenceOptions {
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
                    .expected("only with --attach, or with --app without {jvmArgs} (else t2q sets the log itself)"));
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
        OptionalLong ns = interval.equals(NONE) ? OptionalLong.empty() : OptionalLong.of(DurationText.parse(interval));
        return new RunPlan.Evidence(
                ns, profiled, Optional.ofNullable(profiler), controlled, traced, Optional.ofNullable(collectorLog));
    }
}
