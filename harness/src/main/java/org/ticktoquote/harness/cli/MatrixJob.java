package org.ticktoquote.harness.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.comparison.report.MatrixReport;
import org.ticktoquote.comparison.stored.LatestLink;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.gate.GatePlan;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.Matrix.Normalisation;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.matrix.execution.MatrixDirectory;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;
import org.ticktoquote.harness.matrix.resolution.HostConnections;
import org.ticktoquote.harness.matrix.resolution.MatrixResolver;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.report.Report;

/** Runs a matrix for a user: prints skipped cases, progress and the comparison. */
final class MatrixJob {
    /** Matches messages of {@code HostAgent} and {@code Ssh} about an unreachable host. */
    private static final Pattern SILENT =
            Pattern.compile("host (\\S+): (ssh [^;]*|[^;]*does not answer[^;]*|[^;]*did not answer within[^;]*)");

    private final PrintWriter out;
    private final boolean requireAll;

    MatrixJob(PrintWriter out, boolean requireAll) {
        this.out = out;
        this.requireAll = requireAll;
    }

    /** Runs a new matrix. */
    ExitStatus begin(String name, @Nullable Path folder, Map<String, Path> jvms) {
        MatrixSource source = MatrixSource.of(name);
        InstalledJvms installed = InstalledJvms.find(jvms);
        Matrix matrix = MatrixReader.read(source, () -> installed);
        ResolvedMatrix resolved = HostConnections.query(installed, resolver -> resolver.of(matrix));
        requireRunnable(resolved);
        Path path = folder == null ? LatestLink.RESULTS.resolve(RunCommand.time() + "-" + matrix.name()) : folder;
        MatrixExecution.require(resolved, path);
        try (MatrixDirectory made = MatrixDirectory.create(path, source.text(), resolved)) {
            LatestLink.point(path);
            return run(made, resolved, resolved.record(made.sourceSha256()));
        }
    }

    /**
     * Resumes a matrix after querying its hosts again.
     *
     * @param jvms JVMs for cases that could not run so far, in addition to those given at the start
     */
    ExitStatus resume(Path path, Map<String, Path> jvms) {
        if (Files.isRegularFile(path.resolve(GatePlan.FILE))) {
            throw Problem.of("--resume")
                    .value(path)
                    .fault("is the directory of a gate")
                    .expected("t2q gate run --resume " + path)
                    .exception();
        }
        if (RatePlan.in(path)) {
            throw Problem.of("--resume")
                    .value(path)
                    .fault("is the directory of a rate search")
                    .expected("t2q rate --resume " + path)
                    .exception();
        }
        try (MatrixDirectory folder = MatrixDirectory.open(path)) {
            MatrixRecord begun = folder.begun();
            ResolvedMatrix before = folder.resolved();
            Map<String, Path> given = new LinkedHashMap<>(before.given());
            given.putAll(jvms);
            Resumption again = HostConnections.query(
                    InstalledJvms.find(given), resolution -> Resumption.of(before, begun, resolution));
            folder.resolved(again.resolved());
            Resumption.waiting(again.begun())
                    .forEach(one -> out.println("not run: " + one.name() + ": " + one.notRun()));
            requireAll(Resumption.waiting(again.begun()).size(), again.resolved());
            return run(folder, again.resolved(), again.begun());
        }
    }

    private void requireRunnable(ResolvedMatrix resolved) {
        List<ResolvedCase.NotRun> missing = resolved.notRun();
        missing.forEach(cell -> out.println("not run: " + cell.testCase().name() + ": " + cell.reason()));
        resolved.ready().stream()
                .filter(cell -> !cell.passedOver().isEmpty())
                .forEach(cell -> out.println(cell.testCase().name() + ": runs on "
                        + cell.host().name() + ", passed over: " + String.join("; ", cell.passedOver())));
        out.flush();
        if (resolved.ready().isEmpty()) {
            throw Problem.ofFault("no case of the matrix can run here").exception(ExitStatus.ENVIRONMENT);
        }
        requireAll(missing.size(), resolved);
    }

    private void requireAll(int missing, ResolvedMatrix resolved) {
        out.flush();
        if (requireAll && missing > 0) {
            throw Problem.ofFault(missing + " of " + resolved.cells().size() + " cases cannot run here (--require-all)")
                    .exception(ExitStatus.ENVIRONMENT);
        }
    }

    private ExitStatus run(MatrixDirectory folder, ResolvedMatrix resolved, MatrixRecord begun) {
        Progress progress = Progress.onStandardError();
        RunSequence runs = new RunSequence(progress);
        return InterruptHook.during(runs::interrupt, progress, () -> {
            MatrixExecution execution = new MatrixExecution(folder, resolved, begun, runs, progress, System::nanoTime);
            progress.stage(execution.estimate());
            execution.warnings().forEach(text -> progress.line("t2q: warning: " + text));
            execution.run();
            ExitStatus status = compare(execution, folder.path(), resolved.matrix(), progress);
            missingHosts(resolved.matrix(), execution.notRun(), folder.path()).forEach(out::println);
            out.flush();
            if (runs.interrupted()) {
                progress.line("t2q: interrupted. Resume with: t2q run --resume " + folder.path());
            } else if (execution.hasRefusedRuns()) {
                progress.line("t2q: runs were refused. Repeat them with: t2q run --resume " + folder.path());
            }
            return status;
        });
    }

    /**
     * Lists hosts to boot or provide and hosts that did not answer, each with the skipped cases that need it.
     *
     * @param notRun reason by skipped case
     * @param folder directory of the matrix
     */
    static List<String> missingHosts(Matrix matrix, Map<String, String> notRun, Path folder) {
        Map<HostRequirement, List<String>> waiting = new LinkedHashMap<>();
        Map<String, List<String>> silent = new LinkedHashMap<>();
        for (TestCase one : matrix.cases()) {
            String reason = notRun.getOrDefault(one.name(), "");
            List<String> hosts = SILENT.matcher(reason)
                    .results()
                    .map(match -> match.group(1))
                    .distinct()
                    .toList();
            hosts.forEach(host ->
                    silent.computeIfAbsent(host, any -> new ArrayList<>()).add(one.name()));
            if (hosts.isEmpty() && reason.contains("no host with " + one.host().description())) {
                waiting.computeIfAbsent(one.host(), any -> new ArrayList<>()).add(one.name());
            }
        }
        List<String> lines = new ArrayList<>();
        silent.forEach((host, cases) ->
                lines.add("host " + host + " did not answer within the inventory's answer-within. To run "
                        + String.join(", ", cases) + " when it answers: t2q run --resume " + folder));
        waiting.forEach((need, cases) -> lines.add(
                "to run " + String.join(", ", cases) + ", " + remedy(need) + ", then: t2q run --resume " + folder));
        return lines;
    }

    private static String remedy(HostRequirement need) {
        boolean boot = need.conditions().keySet().stream().anyMatch(fact -> fact.startsWith(HostProperties.KERNEL));
        return (boot ? "boot a host with " : "provide a host with ") + need.description();
    }

    /** Compares all runs so far, writes the files and prints the result. */
    private ExitStatus compare(MatrixExecution execution, Path folder, Matrix matrix, Progress progress) {
        progress.stage("comparing the runs");
        MatrixComparison runs = MatrixComparison.of(folder);
        reference(runs, matrix.normalise()).ifPresent(execution::reference);
        MatrixComparison comparison = MatrixComparison.of(folder);
        MatrixFiles.write(comparison, folder);
        Report report = MatrixReport.write(comparison, folder);
        progress.close();
        report.lines().forEach(out::println);
        out.println();
        out.println("page:    " + folder.resolve(MatrixReport.FILE));
        out.println("figures: " + folder.resolve(MatrixFiles.COMPARISON));
        out.flush();
        return status(comparison, execution.isComplete());
    }

    /**
     * Returns the exit status by precedence: failed run or exceeded limit, repeat without a run that counts, undecided
     * limit.
     */
    static ExitStatus status(MatrixComparison comparison, boolean whole) {
        if (failed(comparison) || comparison.exceeded()) {
            return ExitStatus.FAILED;
        }
        if (!whole) {
            return ExitStatus.VOID;
        }
        return comparison.undecided() ? ExitStatus.UNDECIDED : ExitStatus.OK;
    }

    /**
     * Returns the latency that equals 100 normalised units, in nanoseconds. Empty if it was not measured, or if the
     * matrix gives a fixed time instead.
     */
    private static Optional<Long> reference(MatrixComparison comparison, Normalisation normalise) {
        if (normalise.timeNs() != 0) {
            return Optional.empty();
        }
        Optional<ComparedFigure> figure = Stream.of(ComparedFigure.values())
                .filter(each -> each.title().equals(normalise.figure()))
                .findFirst();
        return comparison.cases().stream()
                .filter(one -> one.name().equals(normalise.caseName()))
                .flatMap(one ->
                        figure.stream().flatMap(each -> Optional.ofNullable(one.figure("responseNs", each)).stream()))
                .flatMap(compared -> Optional.ofNullable(compared.overRuns().highNs()).stream())
                .filter(ns -> ns > 0)
                .findFirst();
    }

    private static boolean failed(MatrixComparison comparison) {
        return comparison.cases().stream()
                .anyMatch(one -> one.attempts().validity().getOrDefault(Verdict.FAILED, 0) > 0);
    }

    /**
     * Resumed matrix on the current state of its hosts, for example with another kernel. Cases that could not run are resolved
     * again. Resolved cases keep their host, and wait while it does not meet their requirements.
     *
     * @param resolved current resolution
     * @param begun record with the reason for each case that cannot run
     */
    private record Resumption(ResolvedMatrix resolved, MatrixRecord begun) {
        /** Queries the hosts of all cases with runs left. */
        public static Resumption of(ResolvedMatrix before, MatrixRecord begun, MatrixResolver resolution) {
            ResolvedMatrix now = resolution.again(before);
            Map<String, ResolvedCase> cells = now.cells().stream()
                    .collect(Collectors.toMap(cell -> cell.testCase().name(), Function.identity()));
            int retries = before.matrix().retries();
            return new Resumption(
                    now,
                    begun.withCases(begun.cases().stream()
                            .map(one -> one.withNotRun(
                                    RunLog.settled(one, begun.repeats(), retries)
                                            ? ""
                                            : reason(Objects.requireNonNull(cells.get(one.name())), resolution)))
                            .toList()));
        }

        private static String reason(ResolvedCase cell, MatrixResolver resolution) {
            return cell instanceof ResolvedCase.NotRun notRun
                    ? notRun.reason()
                    : resolution.unfit((ResolvedCase.Ready) cell).orElse("");
        }

        /** Cases of the record that cannot run. */
        public static List<CaseRecord> waiting(MatrixRecord record) {
            return record.cases().stream()
                    .filter(one -> !one.notRun().isEmpty())
                    .toList();
        }
    }
}
