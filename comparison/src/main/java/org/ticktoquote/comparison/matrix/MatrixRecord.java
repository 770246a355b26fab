package org.ticktoquote.comparison.matrix;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.core.run.JsonFile;

/**
 * Contents of {@code matrix.json}: definition of a matrix, and its runs so far.
 *
 * <p>Written atomically on every change, with a checksum at its end. Figures are in the directories of the runs.
 *
 * @param formatVersion version of the file format
 * @param product name and version of t2q
 * @param name name of the matrix
 * @param description description for users; can be empty
 * @param startedUtc ISO-8601
 * @param sourceSha256 SHA-256 of the original {@code matrix.yaml}
 * @param repeats runs required for each case
 * @param seed seed of the order of the runs
 * @param baseline name of the case that the others are compared with
 * @param annual conversion of shares to time per year
 * @param referenceNs latency of 100 normalised units; null without one
 * @param axes names of the axes, in display order
 * @param cases cases in display order
 */
@JsonIgnoreProperties("sha256")
public record MatrixRecord(
        int formatVersion,
        String product,
        String name,
        String description,
        String startedUtc,
        String sourceSha256,
        int repeats,
        long seed,
        String baseline,
        Annualisation annual,
        @Nullable Long referenceNs,
        List<String> axes,
        List<CaseRecord> cases) {
    public static final int FORMAT_VERSION = 7;
    /** File name in the directory of the matrix. */
    public static final String FILE = "matrix.json";

    private static final int MAX_REPEATS = 1_000;

    private static final JsonFile<MatrixRecord> CONTENT = JsonFile.withNulls(
            MatrixRecord.class, "a matrix", Set.of("run", "validity", "referenceNs", "hoursPerYear"));

    public MatrixRecord {
        requireNonNull(product, "product");
        requireNonNull(name, "name");
        requireNonNull(description, "description");
        requireNonNull(startedUtc, "startedUtc");
        requireNonNull(sourceSha256, "sourceSha256");
        requireNonNull(baseline, "baseline");
        requireNonNull(annual, "annual");
        axes = List.copyOf(axes);
        cases = List.copyOf(cases);
        if (repeats < 1 || repeats > MAX_REPEATS) {
            throw new IllegalArgumentException("repeats is " + repeats + ", expected 1.." + MAX_REPEATS);
        }
        if (referenceNs != null && referenceNs <= 0) {
            throw new IllegalArgumentException("referenceNs is " + referenceNs + ", expected more than 0");
        }
        Set<String> names = new HashSet<>();
        for (CaseRecord one : cases) {
            if (!names.add(one.name())) {
                throw new IllegalArgumentException("two cases are named '" + one.name() + "'");
            }
        }
        annual.years().stream()
                .flatMap(year -> year.hours().keySet().stream())
                .filter(regime -> !names.contains(regime))
                .findFirst()
                .ifPresent(regime -> {
                    throw new IllegalArgumentException("regime '" + regime + "' is not a case");
                });
        if (!names.contains(baseline)) {
            throw new IllegalArgumentException("baseline '" + baseline + "' is not a case");
        }
    }

    /** Returns a copy with other cases. */
    public MatrixRecord withCases(List<CaseRecord> changed) {
        return new MatrixRecord(
                formatVersion,
                product,
                name,
                description,
                startedUtc,
                sourceSha256,
                repeats,
                seed,
                baseline,
                annual,
                referenceNs,
                axes,
                changed);
    }

    /** Writes the file atomically. */
    public void write(Path file) {
        CONTENT.writeSealed(file, this);
    }

    /** Reads the file. Rejects a file that is missing, malformed, modified, contradictory or of another format version. */
    public static MatrixRecord read(Path file) {
        CONTENT.requireVersion(file, FORMAT_VERSION);
        return CONTENT.readSealed(file);
    }
}
