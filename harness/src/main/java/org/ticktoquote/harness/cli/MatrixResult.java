package org.ticktoquote.harness.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;
import org.ticktoquote.comparison.report.MatrixReport;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.Matrix.Normalisation;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;
import org.ticktoquote.report.Report;

/** Presents a matrix to a user: files, a table, the path of the page, and an exit status. */
final class MatrixResult {
    private final Path folder;
    private final Matrix matrix;
    private final PrintWriter out;

    MatrixResult(Path folder, Matrix matrix, PrintWriter out) {
        this.folder = folder;
        this.matrix = matrix;
        this.out = out;
    }

    /** Compares all runs so far, writes the files and prints the result. */
    ExitStatus of(MatrixExecution execution, Progress progress) {
        progress.stage("comparing the runs");
        MatrixComparison runs = MatrixComparison.of(folder);
        reference(runs).ifPresent(execution::reference);
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
    private Optional<Long> reference(MatrixComparison comparison) {
        Normalisation normalise = matrix.normalise();
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
}
