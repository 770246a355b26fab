package org.ticktoquote.harness.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.comparison.stored.LatestLink;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.InterruptHook;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.gate.GatePlan;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.execution.MatrixDirectory;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;
import org.ticktoquote.harness.matrix.execution.NewMatrixRecord;
import org.ticktoquote.harness.matrix.execution.Resumption;
import org.ticktoquote.harness.matrix.resolution.HostConnections;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.host.jvm.InstalledJvms;

/** Runs a matrix for a user: prints skipped cases, progress and the comparison. */
final class MatrixJob {
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
            return run(made, resolved, NewMatrixRecord.of(resolved, made.sourceSha256()));
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
            ExitStatus status = new MatrixResult(folder.path(), resolved.matrix(), out).of(execution, progress);
            HostsMissing.lines(resolved.matrix(), execution.notRun(), folder.path())
                    .forEach(out::println);
            out.flush();
            if (runs.interrupted()) {
                progress.line("t2q: interrupted. Resume with: t2q run --resume " + folder.path());
            }
            return status;
        });
    }
}
