package org.ticktoquote.harness.matrix.resolution;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.Seal;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;

/**
 * Matrix with the resolution of each case on the available hosts.
 *
 * @param cells one per case, in the same order
 * @param jvms paths that the user gave for profiles, by name; a case that cannot run yet can need one later
 */
@JsonIgnoreProperties("sha256")
public record ResolvedMatrix(Matrix matrix, List<ResolvedCase> cells, Map<String, String> jvms) {
    private static final int MAX_REPEATS = 1_000;
    private static final JsonFile<ResolvedMatrix> CONTENT =
            JsonFile.withNulls(ResolvedMatrix.class, "a resolved matrix", JsonFile.ANY_MEMBER);

    public ResolvedMatrix {
        requireNonNull(matrix, "matrix");
        cells = List.copyOf(cells);
        jvms = Collections.unmodifiableMap(new TreeMap<>(jvms));
    }

    /** Paths that the user gave for profiles. */
    public Map<String, Path> given() {
        Map<String, Path> given = new LinkedHashMap<>();
        jvms.forEach((name, path) -> given.put(name, Path.of(path)));
        return given;
    }

    /** Cases that can run. */
    public List<ResolvedCase.Ready> ready() {
        return cells.stream()
                .filter(ResolvedCase.Ready.class::isInstance)
                .map(ResolvedCase.Ready.class::cast)
                .toList();
    }

    /** Cases that cannot run. */
    public List<ResolvedCase.NotRun> notRun() {
        return cells.stream()
                .filter(ResolvedCase.NotRun.class::isInstance)
                .map(ResolvedCase.NotRun.class::cast)
                .toList();
    }

    /** Returns this matrix. Fails if a case cannot run. */
    public ResolvedMatrix requireReady() {
        notRun().stream().findFirst().ifPresent(one -> {
            throw Problem.ofFault(one.testCase().name() + " cannot run here: " + one.reason())
                    .exception(ExitStatus.ENVIRONMENT);
        });
        return this;
    }

    /**
     * Returns the record of this matrix for the analysis before its first run, with the current time and version.
     *
     * @param sourceSha256 checksum of the text of the matrix
     */
    public MatrixRecord record(String sourceSha256) {
        List<String> axes = matrix.axes().isEmpty()
                ? matrix.cases().stream()
                        .flatMap(one -> one.coordinates().keySet().stream())
                        .distinct()
                        .toList()
                : List.copyOf(matrix.axes().keySet());
        long referenceNs = matrix.normalise().timeNs();
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
                referenceNs == 0 ? null : referenceNs,
                axes,
                cells.stream().map(ResolvedCase::record).toList());
    }

    /** Formats this matrix as JSON. */
    public String json() {
        return CONTENT.text(this);
    }

    /** Writes the file atomically, with a checksum. */
    public void write(Path file) {
        CONTENT.writeSealed(file, this);
    }

    /**
     * Reads the file. Refuses a file that is missing, malformed (with line and column), changed since it was written, or
     * inconsistent.
     */
    public static ResolvedMatrix read(Path file) {
        ResolvedMatrix resolved = CONTENT.read(file);
        Seal.check(file);
        Matrix matrix = resolved.matrix;
        if (matrix.repeats() < 1
                || matrix.repeats() > MAX_REPEATS
                || matrix.retries() < 0
                || matrix.retries() > MAX_REPEATS) {
            throw Problem.of(file)
                    .fault("matrix.repeats is " + matrix.repeats() + " and matrix.retries " + matrix.retries())
                    .expected("up to " + MAX_REPEATS)
                    .exception(ExitStatus.BAD_INPUT);
        }
        List<String> cases = matrix.cases().stream().map(TestCase::name).toList();
        if (!resolved.cells.stream()
                .map(cell -> cell.testCase().name())
                .toList()
                .equals(cases)) {
            throw Problem.of(file).fault("cells differ from the cases " + cases).exception(ExitStatus.BAD_INPUT);
        }
        return resolved;
    }
}
