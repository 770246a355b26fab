package org.ticktoquote.harness.matrix.execution;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.report.RunFiles;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.AttemptEnd;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.harness.matrix.execution.MatrixExecution.CasePair;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunOutputDirectory;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.harness.share.ShareCache;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.process.ProcessGroup;

/** Executes attempts at cases, one or two at a time: checks, runs and analyses them. Used by one thread. */
final class CaseAttempt {
    /**
     * Reasons for which a VOID run is not repeated. The application contributed to the first five, so repeating would select
     * its good runs. The others follow from declarations or the application's output and would recur in a repeat. A foreign file
     * in a new directory is one that an option such as {@code --app-gc-log} names, or that the application writes.
     */
    private static final Set<String> NOT_REPEATABLE = Set.of(
            Rule.APPLICATION_HAD_PROCESSORS,
            Rule.BUSY_WHILE_IDLE,
            Rule.MESSAGE_FLOOD,
            Rule.FEED_FLOOD,
            Rule.DRAIN_TOO_SHORT,
            Rule.FOREIGN_FILES,
            Rule.MODEL_REFUSED,
            Rule.NEGATIVE_VALUES,
            Rule.IDS_REFUSED,
            Rule.TOO_LITTLE_EVIDENCE,
            Rule.BOOK_OVERFLOWS);

    /** Reasons among them that do not make a run VOID, but prevent its repeat if it is VOID for another reason. */
    private static final Set<String> OF_APPLICATION =
            Set.of(Rule.APPLICATION_HAD_PROCESSORS, Rule.MESSAGE_FLOOD, Rule.FEED_FLOOD);

    /**
     * Reasons that depend on the application's response. A run that is VOID only for these is not repeated, because repeating
     * would select runs by the response. With any other reason the cause can be a disturbance.
     */
    private static final Set<String> DEPENDENT_ON_RESPONSE =
            Set.of(Rule.REPLAY_LAG_SHARE, Rule.CLOCK_BOUND_SHARE, Rule.WARM_UP_UNSTEADY);
    /** Options that define the application of a case. */
    private static final List<String> APPLICATION = List.of("app", "app-args", "attach");

    private static final int KEY_DIGITS = 16;

    private final Path matrix;
    private final AnnualHours annual;
    private final RunSequence runs;
    private final Progress progress;

    CaseAttempt(Path matrix, Annualisation annual, RunSequence runs, Progress progress) {
        this.matrix = matrix;
        this.annual = annual.ofRun();
        this.runs = runs;
        this.progress = progress;
    }

    /** Runs the case in a directory that does not exist yet. */
    AttemptEnd execute(ResolvedCase.Ready cell, Path directory) {
        try (RunOutputDirectory folder = RunOutputDirectory.at(directory)) {
            return execute(cell, folder);
        }
    }

    private AttemptEnd execute(ResolvedCase.Ready cell, RunOutputDirectory folder) {
        try {
            RunPlan plan = prepare(cell, folder);
            return endedOr(cell, folder, plan, runs.execute(plan));
        } catch (ProblemException refusal) {
            return refused(cell, folder, refusal, false);
        }
    }

    /**
     * Runs two cases at once, each in a directory that does not exist yet.
     *
     * @param pair CPUs of each run, and the seed of their turns
     */
    List<AttemptEnd> execute(List<ResolvedCase.Ready> cells, List<Path> directories, CasePair pair) {
        try (RunOutputDirectory one = RunOutputDirectory.at(directories.get(0));
                RunOutputDirectory other = RunOutputDirectory.at(directories.get(1))) {
            return execute(cells, one, other, pair);
        }
    }

    private List<AttemptEnd> execute(
            List<ResolvedCase.Ready> cells, RunOutputDirectory one, RunOutputDirectory other, CasePair pair) {
        try {
            RunPlan first = prepare(cells.get(0), one);
            RunPlan second = prepare(cells.get(1), other);
            List<Run.Outcome> outcomes = runs.execute(
                    new RunSequence.DuetRun(first, pair.cpus().get(0)),
                    new RunSequence.DuetRun(second, pair.cpus().get(1)),
                    pair.turnSeed());
            return List.of(
                    endedOr(cells.get(0), one, first, outcomes.get(0)),
                    endedOr(cells.get(1), other, second, outcomes.get(1)));
        } catch (ProblemException refusal) {
            return List.of(refused(cells.get(0), one, refusal, false), refused(cells.get(1), other, refusal, false));
        }
    }

    private AttemptEnd endedOr(ResolvedCase.Ready cell, RunOutputDirectory folder, RunPlan plan, Run.Outcome outcome) {
        try {
            return kept(cell, folder, plan, outcome);
        } catch (ProblemException refusal) {
            return refused(cell, folder, refusal, true);
        }
    }

    private AttemptEnd kept(ResolvedCase.Ready cell, RunOutputDirectory folder, RunPlan plan, Run.Outcome outcome) {
        keepPlan(cell, plan.directory());
        AttemptEnd end = ended(cell, folder, plan, outcome);
        if (end.state() == AttemptState.COMPLETE) {
            cell.testCase().run().settings().kept().apply(folder.directory());
        }
        return end;
    }

    /** Plans a run and creates its directory. */
    private RunPlan prepare(ResolvedCase.Ready cell, RunOutputDirectory folder) {
        RunPlan plan = cell.plan(folder.directory()).with(threads(cell)).with(annual);
        Preflight preflight = new Preflight(plan);
        preflight.application();
        cell.testCase().run().settings().provideRecording();
        ReplayerProtocol.Checked input = preflight.input();
        preflight.room(input);
        folder.create();
        RequestedLevels.write(
                folder.directory(),
                plan.identity(),
                RequestedLevels.parse(cell.testCase().serviceLevels()));
        PreRunAudit.record(plan, preflight, input);
        return plan;
    }

    private AttemptEnd refused(
            ResolvedCase.Ready cell, RunOutputDirectory folder, ProblemException refusal, boolean begun) {
        folder.removeUnmeasured(cell.testCase().run().settings().writesJvmFiles(), false);
        return unmeasured(refusal.status(), String.valueOf(refusal.getMessage()), begun);
    }

    /** Returns the estimated maximum duration of an attempt. Checks its input and provides its recording. */
    static long estimatedNs(ResolvedCase.Ready cell, Path matrix, boolean byTurns) {
        Preflight preflight = preflight(cell, matrix);
        return preflight.estimatedNs(preflight.input(), byTurns ? 2 : 1);
    }

    /** Refuses an unavailable input, naming the case. */
    static ReplayerProtocol.Checked requireInput(ResolvedCase.Ready cell, Path matrix) {
        ProcessGroup.requireSignals();
        try {
            return preflight(cell, matrix).input();
        } catch (ProblemException refusal) {
            throw Problem.of(cell.testCase().name())
                    .fault(String.valueOf(refusal.getMessage()))
                    .exception(refusal.status(), refusal);
        }
    }

    /** Refuses an application that cannot be started, naming the case. */
    static void requireApplication(ResolvedCase.Ready cell, Path matrix) {
        try {
            new Preflight(estimated(cell, matrix)).application();
        } catch (ProblemException refusal) {
            throw Problem.of(cell.testCase().name())
                    .fault(String.valueOf(refusal.getMessage()))
                    .exception(refusal.status(), refusal);
        }
    }

    /** Warnings about the options of a case's application. */
    static List<String> warnings(ResolvedCase.Ready cell, Path matrix) {
        return estimated(cell, matrix).warnings();
    }

    private static Preflight preflight(ResolvedCase.Ready cell, Path matrix) {
        cell.testCase().run().settings().provideRecording();
        return new Preflight(estimated(cell, matrix));
    }

    private static RunPlan estimated(ResolvedCase.Ready cell, Path matrix) {
        return cell.plan(new RunDirectory(matrix.resolve("estimate")));
    }

    private AttemptEnd ended(ResolvedCase.Ready cell, RunOutputDirectory folder, RunPlan plan, Run.Outcome outcome) {
        if (!outcome.measured()) {
            folder.removeUnmeasured(cell.testCase().run().settings().writesJvmFiles(), !outcome.causeIsComplete());
            return unmeasured(outcome.status(), outcome.cause(), begun(outcome));
        }
        ShareCache.provide(plan, outcome, Optional.empty()).ifPresent(progress::stage);
        RunDirectory run = plan.directory();
        Summary summary = progress.longStep("analysing " + run.path(), () -> RunFiles.derive(run))
                .summary();
        if (outcome.status() == ExitStatus.INTERRUPTED) {
            return new AttemptEnd(AttemptState.INTERRUPTED, summary.findings().validity(), outcome.cause());
        }
        return new AttemptEnd(AttemptState.COMPLETE, summary.findings().validity(), reason(summary));
    }

    /** Returns whether the run started its application or found an attached one. Clients that accept start first. */
    static boolean begun(Run.Outcome outcome) {
        return outcome.manifest().stream()
                .flatMap(manifest -> manifest.observed().processes().stream())
                .anyMatch(process -> process.role().equals(Role.APPLICATION));
    }

    /** Returns the first reason for the verdict, with a prefix if the run is not repeated. */
    private static String reason(Summary summary) {
        return (notRepeated(summary.findings().validity(), summary.findings().reasons()) ? AttemptEnd.NOT_REPEATED : "")
                + worst(summary);
    }

    /** Returns whether a run is VOID for reasons for which it is not repeated. */
    static boolean notRepeated(Verdict verdict, List<Reason> reasons) {
        boolean byResponse = reasons.stream()
                .filter(reason -> reason.verdict() == Verdict.VOID)
                .allMatch(reason -> DEPENDENT_ON_RESPONSE.contains(reason.rule()));
        return verdict == Verdict.VOID
                && (byResponse
                        || reasons.stream()
                                .anyMatch(reason -> NOT_REPEATABLE.contains(reason.rule())
                                        && (reason.verdict() == Verdict.VOID
                                                || OF_APPLICATION.contains(reason.rule()))));
    }

    private static String worst(Summary summary) {
        return summary.findings().reasons().stream()
                .filter(reason -> reason.verdict() == summary.findings().validity())
                .findFirst()
                .map(Reason::text)
                .orElse("");
    }

    /**
     * Ends an attempt that measured nothing: INTERRUPTED, also by a refusal of a host, else FAILED if the application ended or
     * accepted no logon, else VOID.
     *
     * @param begun false if the application cannot have run
     */
    private AttemptEnd unmeasured(ExitStatus status, String reason, boolean begun) {
        if (runs.interrupted() || status == ExitStatus.INTERRUPTED) {
            return new AttemptEnd(AttemptState.INTERRUPTED, null, reason + " before anything was measured");
        }
        if (status == ExitStatus.ENVIRONMENT && !begun) {
            return new AttemptEnd(AttemptState.INTERRUPTED, null, reason);
        }
        Verdict verdict = status == ExitStatus.FAILED ? Verdict.FAILED : Verdict.VOID;
        return new AttemptEnd(AttemptState.UNMEASURED, verdict, reason);
    }

    /** Returns the choice for the next run of a case; refuses a plan that cannot be read. */
    private ThreadChoice threads(ResolvedCase.Ready cell) {
        ThreadChoice threads = cell.testCase().placement();
        Path plan = planFile(cell);
        if (!threads.isToBeMade() || !Files.exists(plan)) {
            return threads;
        }
        return ThreadChoice.ofPlan(threads.name(), YamlFile.text(plan));
    }

    /** Keeps the plan of threads that a run of the case made, if any. */
    private void keepPlan(ResolvedCase.Ready cell, RunDirectory run) {
        Path plan = planFile(cell);
        if (cell.testCase().placement().isToBeMade() && Files.exists(run.threadPlan()) && !Files.exists(plan)) {
            FileAccess.write(plan, () -> AtomicFile.write(plan, Files.readString(run.threadPlan())));
        }
    }

    /**
     * Returns the file of the matrix with the plan of {@code threads: managed}. The first run makes the plan; later runs with
     * the same application, host and JVM use it.
     */
    private Path planFile(ResolvedCase.Ready cell) {
        String like = Stream.concat(
                        APPLICATION.stream()
                                .map(key -> cell.testCase().run().givenOptions().getOrDefault(key, "")),
                        Stream.of(
                                cell.host().name(),
                                cell.jvm() == null ? "" : cell.jvm().home(),
                                cell.jvmFlags().toString()))
                .collect(Collectors.joining("\n"));
        return matrix.resolve("plan-" + Sha256.ofText(like, KEY_DIGITS) + ".yaml");
    }
}
