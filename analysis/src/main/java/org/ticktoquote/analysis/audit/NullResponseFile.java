package org.ticktoquote.analysis.audit;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.Seal;

/**
 * File of the null responder's figures, in the user's cache and as a copy in a run ({@code harness-share.json}).
 *
 * @param known figures of a run; empty if it has none
 * @param foreign description of a file that belongs to another run; otherwise empty
 */
public record NullResponseFile(Optional<NullResponse> known, String foreign) {
    private static final int COPY_VERSION = 3;
    private static final Set<String> MAY_BE_NULL = Set.of("p50", "p90", "p99", "p99_9", "p99_99", "max");
    private static final String WHAT = "figures of the null responder";
    private static final JsonFile<NullResponse> KNOWN = JsonFile.withNulls(NullResponse.class, WHAT, MAY_BE_NULL);
    private static final JsonFile<Copy> COPIES = JsonFile.withNulls(Copy.class, WHAT, MAY_BE_NULL);

    /** Returns the file of a run. */
    public static Path in(Path runDirectory) {
        return runDirectory.resolve("harness-share.json");
    }

    /** Reads the file; empty if it is missing or has another version. Rejects a damaged file. */
    public static Optional<NullResponse> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            if (!KNOWN.isOfVersion(file, NullResponse.FORMAT_VERSION)) {
                return Optional.empty();
            }
            NullResponse found = KNOWN.read(file);
            Seal.check(file);
            return Optional.of(found);
        } catch (ProblemException damaged) {
            throw Problem.ofFault(damaged.getMessage() + "; delete it").exception(damaged.status(), damaged);
        }
    }

    /** Writes the file atomically. */
    public static void write(Path file, NullResponse response) {
        folder(file);
        KNOWN.writeSealed(file, response);
    }

    /** Writes the copy of a run, with the run's identity so that a copy of another run is detected. */
    public static void copy(Path runDirectory, UUID run, NullResponse response) {
        folder(in(runDirectory));
        COPIES.writeSealed(in(runDirectory), new Copy(COPY_VERSION, run, response));
    }

    private static void folder(Path file) {
        FileAccess.write(
                file, () -> Files.createDirectories(file.toAbsolutePath().getParent()));
    }

    /** Reads the copy of a run; rejects a file that is damaged or has another version. */
    public static NullResponseFile of(Path runDirectory, UUID run) {
        Path file = in(runDirectory);
        if (!Files.exists(file)) {
            return new NullResponseFile(Optional.empty(), "");
        }
        COPIES.requireVersion(file, COPY_VERSION);
        Copy copy = COPIES.read(file);
        Seal.check(file);
        return copy.run().equals(run)
                ? new NullResponseFile(Optional.of(copy.response()), "")
                : new NullResponseFile(
                        Optional.empty(),
                        file.getFileName() + " belongs to run " + copy.run() + ", expected run " + run);
    }

    /**
     * Contents of a run's {@code harness-share.json}.
     *
     * @param formatVersion version of the file's format
     * @param run identity of the run
     * @param response figures of the null responder for its host and load
     */
    @JsonIgnoreProperties("sha256")
    public record Copy(int formatVersion, UUID run, NullResponse response) {}
}
