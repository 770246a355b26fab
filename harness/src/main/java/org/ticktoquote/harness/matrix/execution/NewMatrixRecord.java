package org.ticktoquote.harness.matrix.execution;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.Matrix.Normalisation;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;

/** Creates the record of a matrix before its first run. */
public final class NewMatrixRecord {
    private NewMatrixRecord() {}

    /**
     * Converts a resolved matrix to a record for the analysis, with the current time and version.
     *
     * @param sourceSha256 checksum of the text of the matrix
     */
    public static MatrixRecord of(ResolvedMatrix resolved, String sourceSha256) {
        Matrix matrix = resolved.matrix();
        List<String> axes = matrix.axes().isEmpty()
                ? matrix.cases().stream()
                        .flatMap(one -> one.coordinates().keySet().stream())
                        .distinct()
                        .toList()
                : List.copyOf(matrix.axes().keySet());
        return new MatrixRecord(
                MatrixRecord.FORMAT_VERSION,
                "tick-to-quote " + BuildIdentity.own().description(),
                matrix.name(),
                matrix.description(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                sourceSha256,
                matrix.repeats(),
                matrix.seed(),
                matrix.baseline(),
                matrix.annualise(),
                reference(matrix.normalise()),
                axes,
                resolved.cells().stream().map(NewMatrixRecord::record).toList());
    }

    private static @Nullable Long reference(Normalisation normalise) {
        return normalise.timeNs() == 0 ? null : normalise.timeNs();
    }

    /** Creates the record of a case without attempts. */
    public static CaseRecord record(ResolvedCase cell) {
        TestCase testCase = cell.testCase();
        String reason = cell instanceof ResolvedCase.NotRun notRun ? notRun.reason() : "";
        return new CaseRecord(
                testCase.name(),
                testCase.description(),
                testCase.coordinates(),
                testCase.beside(),
                testCase.limits(),
                testCase.serviceLevels(),
                reason,
                List.of());
    }
}
