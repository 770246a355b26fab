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
@OptionGroup("Causes of slow ticks")
final class EvidenceOptions {
    private static final String NONE = "none";
    private static final long MIN_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(10);

    @Option(
            names = "--evidence-interval",
            paramLabel = "TIME",
            defaultValue = "100ms",
            description =
                    "how often the application's threads and the CPUs of its host are looked at, from outside, for"
                            + " what they waited for; none: not at all (default: ${DEFAULT-VALUE})")
    private String interval = "";

    @Option(
            names = "--profile-outliers",
            description =
                    "the application's JVM writes a flight recording: locks, disk and sockets that its threads waited"
                            + " for, and where they were; t2q outliers names them, and the run has what was recorded of each of"
                            + " the worst episodes as a file")
    private boolean profiled;

    @Option(
            names = "--async-profiler",
            paramLabel = "PATH",
            description =
                    "with --profile-outliers: async-profiler, which the application's JVM loads too, says where its threads"
                            + " were, in native code and the kernel too; its libasyncProfiler.so, or the folder that it was"
                            + " unpacked into, on the application's host")
    private @Nullable Path profiler;

    @Option(
            names = "--control-jvm",
            description =
                    "a JVM that does nothing but wake every millisecond runs on the application's CPUs: where it was"
                            + " late, too, the machine is the cause")
    private boolean controlled;

    @Option(
            names = "--kernel-trace",
            description =
                    "with root: the kernel traces who has which CPU (tracefs), and where a thread of the application"
                            + " waited 1 ms, t2q outliers names who ran instead")
    private boolean traced;

    @Option(
            names = "--app-gc-log",
            paramLabel = "FILE",
            description =
                    "with --attach, or an --app without {jvmArgs}: the file that the application's JVM logs its collections"
                            + " to, on its host; with what was rotated away of it, FILE.0, FILE.1 ..., it is copied into"
                            + " the run, and t2q outliers names the stops in it")
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
